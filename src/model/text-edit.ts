/** Replace the text from `start` to `end` (UTF-16 offsets, end exclusive) by `insert`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/**
 * The text after all edits; everything outside their ranges stays as it is, to the byte.
 *
 *     applyEdits('one two', [{ start: 4, end: 7, insert: 'three' }])   // 'one three'
 *
 * Throws a RangeError when two edits overlap: that is a bug in the code that planned them.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  let result = ''
  let position = 0
  for (const { start, end, insert } of ordered) {
    if (start < position || end < start || end > text.length) {
      throw new RangeError(`An edit at ${start}–${end} overlaps another or leaves the text.`)
    }
    result += text.slice(position, start) + insert
    position = end
  }
  return result + text.slice(position)
}
