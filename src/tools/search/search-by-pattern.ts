import { isNarrowed, type NoteFilter } from '../../index-db/note-filter.ts'
import { findNotesByPath } from '../../index-db/note-queries.ts'
import { findByPattern, mostLines } from '../../vault/find-by-pattern.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { toListedNote } from '../notes/note-output.ts'
import { checkPattern } from './check-pattern.ts'
import { showLine } from './show-line.ts'

/** `search_notes` by a regular expression: the notes that have a matching line, with the first of them as snippet. */
export async function searchByPattern(
  vault: VaultContext,
  pattern: string,
  filter: NoteFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) {
  checkPattern(pattern)
  if (pattern === '') return { results: [], total: 0, message: 'The pattern is empty.' }
  const { hits: found, cutBy } = await findByPattern(vault, pattern, filter, signal)
  const onPage = found.slice(offset, offset + limit)
  const paths = onPage.map(({ path }) => path)
  const rows =
    paths.length === 0 ? [] : await vault.index.query(({ queries }) => findNotesByPath(queries, paths))
  const notes = new Map(rows.map((row) => [row.path, toListedNote(row)]))
  const results = onPage.flatMap(({ path, count, line, text, matches }) => {
    const listed = notes.get(path)
    if (listed === undefined) return []
    // More matching lines say more, but ever less.
    const score = Number((count / (count + 1)).toFixed(4))
    const snippet = showLine({ text, matches }).text.trim()
    return [{ ...listed, lastUpdated: listed.updated, score, snippet, line }]
  })
  const among = [
    vault.index.freshness.isWhole ? '' : ' that is indexed so far',
    isNarrowed(filter) ? ' that the filters let through' : '',
  ]
  const none = `No note${among.filter((part) => part !== '').join(' and')} has a line that matches. Case does not count.`
  const message = cutBy === null ? (found.length === 0 ? none : undefined) : cutMessages[cutBy]
  return { results, total: found.length, message }
}

const cutMessages = {
  time: 'The search took too long and was stopped: there may be more notes than total says. Give a narrower pattern.',
  lines: `More than ${mostLines} lines match: there may be more notes than total says. Give a narrower pattern.`,
} as const

/** Whether a message says that the total is not all. */
export function saysCut(message: string): boolean {
  return Object.values(cutMessages).some((cut) => cut === message)
}
