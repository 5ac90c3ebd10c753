import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineReader } from '../../src/server/line-reader.ts'

function read(chunks: readonly Buffer[], maxBytes = 1_000): readonly string[] {
  const lines: string[] = []
  const reader = new LineReader(
    maxBytes,
    (line) => lines.push(line.toString()),
    () => lines.push('(too long)'),
  )
  chunks.forEach((chunk) => {
    reader.add(chunk)
  })
  reader.endLine()
  return lines
}

test('lines are the same however the input is cut, within a character too', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(40)), (texts, cuts) => {
      const wanted = texts.map((text) => text.replaceAll('\n', '')).filter((text) => text !== '')
      const input = Buffer.from(wanted.join('\n'))
      const ends = [...cuts.filter((cut) => cut < input.length).sort((a, b) => a - b), input.length]
      const chunks = ends.map((end, index) => input.subarray(ends[index - 1] ?? 0, end))
      expect(read(chunks)).toEqual(wanted)
    }),
  )
})

test('a line that is too long is left out and the next one is read', () => {
  const input = `${'x'.repeat(2_000)}\nshort\n`
  expect(read([Buffer.from(input)])).toEqual(['(too long)', 'short'])
})
