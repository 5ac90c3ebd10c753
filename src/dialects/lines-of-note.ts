import { countLines } from '../model/count-lines.ts'
import { startBytes } from '../model/note-size.ts'
import type { ReadNote } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'

interface LineRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/**
 * Lines of a note of any length, both ends included and counted from 1, or from the end where they are negative: those
 * that there are, and of a long note no more than are shown of anything.
 */
export async function linesOfNote(
  vault: VaultContext,
  { file: { path, text, cutFrom } }: Pick<ReadNote, 'file'>,
  { start: from = 1, end: to = -1 }: LineRange,
) {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const total = cutFrom?.lines ?? lines.length
  const start = Math.max(1, from < 0 ? total + from + 1 : from)
  const end = Math.min(total, to < 0 ? total + to + 1 : to)
  if (cutFrom === null) {
    return { text: lines.slice(start - 1, Math.max(start - 1, end)).join(''), start, end, total }
  }
  const range = { first: start, last: end, most: startBytes }
  const found = end < start ? '' : await vault.files.readLines(path, range)
  return { text: found, start, end: start + countLines(found) - 1, total }
}
