import { countLines } from '../model/count-lines.ts'
import { startBytes } from '../model/note-size.ts'
import type { ReadNote } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { sliceLines, type LineRange, type SlicedLines } from './slice-lines.ts'

/** Lines of a note of any length; of a long one no more than are shown of anything. */
export async function linesOfNote(
  vault: VaultContext,
  { file: { path, text, cutFrom } }: Pick<ReadNote, 'file'>,
  range: LineRange,
): Promise<SlicedLines> {
  if (cutFrom === null) return sliceLines(text, range)
  const { start: from = 1, end: to = -1 } = range
  const total = cutFrom.lines
  const first = Math.max(1, from < 0 ? total + from + 1 : from)
  const last = Math.min(total, to < 0 ? total + to + 1 : to)
  const lines = last < first ? '' : await vault.files.readLines(path, { first, last, most: startBytes })
  return { text: lines, start: first, end: first + countLines(lines) - 1, total }
}
