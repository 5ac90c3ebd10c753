import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOfStream } from '../../src/vault/lines-of-stream.ts'

async function linesOf(chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of linesOfStream(Readable.from(chunks))) lines.push(line)
  return lines
}

test('lines are whole wherever the stream is cut, in the middle of a character, too', async () => {
  const bytes = Buffer.from('one\ntwö\n\nthree')
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await linesOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['one', 'twö', '', 'three'])
  expect(await linesOf([])).toEqual([])
})

test('a line that is longer than any that could be shown is cut', async () => {
  const piece = 'x'.repeat(10_000_000)
  const lines = await linesOf(['a\n', piece, piece, piece, piece, '\nb\n'])
  expect(lines.map((line) => line.length)).toEqual([1, 30_000_000, 1])
})
