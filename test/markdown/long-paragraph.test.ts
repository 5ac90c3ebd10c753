import { expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'

test('a paragraph of half a million lines is read', () => {
  const text = `${'A line of text.\n'.repeat(500_000)}The last one, see [[other]].\n`
  expect(parseNote(text).links).toHaveLength(1)
})
