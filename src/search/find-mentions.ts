import type { IndexQueries } from '../index-db/index-reader.ts'
import { type RawBuilder, sql } from 'kysely'
import { findWords } from '../markdown/text/find-words.ts'
import { findTableRows, maskMarkup } from '../markdown/read/mask-markup.ts'
import { bigramsOf } from '../model/bigrams.ts'
import { foldCase, normalizeKey } from '../model/normalize-key.ts'
import { excerptAround } from './excerpt-around.ts'
import { toExtraMatch, toMatch } from './to-match.ts'

/** A line of a note that names something without linking to it. */
export interface Mention {
  /** Integer key of the note. */
  readonly note: number
  readonly path: string
  readonly title: string
  readonly line: number
  /** The name as written. */
  readonly text: string
  readonly isInTable: boolean
  readonly excerpt: string
}

// A name in more notes than this is a word, not a reference.
const mostNotes = 500
// Only the beginning of a very long note is searched.
const mostCharacters = 1_000_000

/**
 * Lines of running text with one of these names as whole words, in any case: not in links, code or comments, nor in
 * notes that Obsidian excludes. The full-text index says which notes to look into; `isCut` when there are more than 500
 * of them.
 */
export async function findMentions(
  queries: IndexQueries,
  names: readonly string[],
  { except }: { readonly except: number | null },
): Promise<{ readonly mentions: readonly Mention[]; readonly isCut: boolean }> {
  // The longest comes first, so that a line shows the whole name.
  const wanted = [...new Set(names.map(normalizeKey))].filter(isTelling).sort((a, b) => b.length - a.length)
  if (wanted.length === 0) return { mentions: [], isCut: false }
  const { rows } = await sql<{ id: number; path: string; title: string; body: string; body_line: number }>`
    SELECT note.id, note.path, note.title, substr(note_body.body, 1, ${mostCharacters}) AS body, note.body_line
    FROM note JOIN note_body ON note_body.note = note.id
    WHERE note.id IN (${notesWith(wanted)}) AND note.id IS NOT ${except} AND note.is_excluded = 0
    ORDER BY note.path LIMIT ${mostNotes + 1}`.execute(queries)
  const mentions = rows.slice(0, mostNotes).flatMap(({ id, path, title, body, body_line: first }) =>
    mentionsIn(body, wanted).map(({ index, text, line, isInTable }): Mention => {
      const excerpt = excerptAround(line, text)
      return { note: id, path, title, line: first + index, text, isInTable, excerpt }
    }),
  )
  return { mentions, isCut: rows.length > mostNotes }
}

/** One letter is no name, and punctuation alone cannot be searched for. */
function isTelling(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name) && (name.length > 1 || bigramsOf(name).length > 0)
}

function notesWith(names: readonly string[]) {
  const spaced = names.filter((name) => bigramsOf(name).length === 0)
  const unspaced = names.filter((name) => !spaced.includes(name))
  const phrases = (some: readonly string[]) => some.map((text) => ({ text, kind: 'phrase' as const }))
  const parts: RawBuilder<unknown>[] = []
  if (spaced.length > 0) {
    const match = `content : (${toMatch(phrases(spaced), 'some')})`
    parts.push(sql`SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${match}`)
  }
  if (unspaced.length > 0) {
    const match = toExtraMatch(phrases(unspaced), 'some')
    parts.push(sql`SELECT rowid FROM note_extra WHERE note_extra MATCH ${match}`)
  }
  return sql.join(parts, sql` UNION `)
}

interface LineMention {
  /** Line of the body, from 0. */
  readonly index: number
  readonly line: string
  readonly text: string
  readonly isInTable: boolean
}

/** One for each line and name. */
function mentionsIn(body: string, names: readonly string[]): readonly LineMention[] {
  const folded = foldCase(body)
  const present = names.filter((name) => folded.includes(name))
  if (present.length === 0) return []
  const lines = body.split('\n')
  const rows = findTableRows(body)
  return maskMarkup(body)
    .split('\n')
    .flatMap((masked, index) => {
      const text = foldCase(masked)
      return present.flatMap((name): readonly LineMention[] => {
        const [at] = text.includes(name) ? findWords(text, name) : []
        if (at === undefined) return []
        const shown = masked.slice(placeBefore(masked, at), placeBefore(masked, at + name.length))
        return [{ index, line: lines[index] ?? '', text: shown, isInTable: rows.has(index) }]
      })
    })
}

/** Where a text has so many characters of its folded form before it, in which letters such as `İ` are longer. */
function placeBefore(text: string, count: number): number {
  let [low, high] = [0, text.length]
  if (foldCase(text).length === high) return count
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (foldCase(text.slice(0, middle)).length <= count) low = middle
    else high = middle - 1
  }
  return low
}
