import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkNote } from '../../src/markdown/read/chunk-note.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { passageText } from '../../src/model/passage-text.ts'
import { cutChunks } from '../../src/sync/cut-chunks.ts'
import { lines } from '../support/lines.ts'
import { recordOf } from '../support/record-of.ts'

/** As the index's thread has it: its body is text. */
const noteOf = (text: string) => {
  const record = recordOf('a.md', text)
  return { ...record, body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(record.body) }
}

const piece = fc.constantFrom(
  ...['# A', '## B', 'words here', '', '---', '```', '    code', '- item', 'Title', '===', '\ufeff', 'x'],
)

test('cut from its body, a note has the parts that its whole text has, at the same lines', () => {
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), fc.constantFrom('\n', '\r\n'), (pieces, hasMetadata, end) => {
      const text = [...(hasMetadata ? ['---', 'a: 1', '---'] : []), ...pieces].join(end)
      const note = parseNote(text)
      const { bodyStart } = note.frontmatter
      const whole = chunkNote(note, text, { tokens: 256, overlap: 32 })
      expect(cutChunks(noteOf(text))).toMatchObject(
        whole.map(({ range, line, lastLine }) => ({
          line,
          lastLine,
          start: range.start - bodyStart,
          end: range.end - bodyStart,
        })),
      )
    }),
  )
})

test('each part is known by the hash of what is embedded of it: title, headings and text', () => {
  const record = noteOf(lines('---', 'title: Plan', '---', 'Before.', '# Costs', '## In May', 'Ten.'))
  const [first, second] = cutChunks(record)
  expect(first).toMatchObject({ heading: 'Plan', line: 4, lastLine: 4 })
  expect(second).toMatchObject({ heading: 'Plan > Costs > In May', line: 7, lastLine: 7 })
  expect(record.body.slice(second?.start, second?.end)).toBe('Ten.')
  const digest = createHash('sha256').update(passageText('Plan > Costs > In May', 'Ten.')).digest('hex')
  expect(second?.hash).toBe(digest.slice(0, 32))
  expect(new Set([first?.hash, second?.hash, cutChunks({ ...record, title: 'Else' })[0]?.hash]).size).toBe(3)
})

test('a title that is the first heading is said once, and of a long heading the beginning', () => {
  const headings = (...text: string[]) => cutChunks(noteOf(lines(...text))).map(({ heading }) => heading)
  expect(headings('# Costs', 'Ten.', '## In May', 'Five.')).toEqual(['Costs', 'Costs > In May'])
  expect(headings('# Costs', `## ${'long '.repeat(100)}`, 'Ten.')).toEqual([`Costs > ${'long '.repeat(60)}`])
})
