import { countEach } from '../model/count-each.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import type { NoteRow } from '../index-db/note-queries.ts'
import { countNotes } from './count-notes.ts'
import { isStopWord } from './stop-words.ts'
import type { QueryTerm } from './parse-query.ts'

export const mostTellingWords = 12
// A note's repeated words, the long ones first; counting the notes that have each takes time.
const mostCounted = 60
/** A word in so many notes, or in a tenth of more, is common. */
const commonFrom = 100
const readCharacters = 20_000

/** The words that are frequent in a note and rare in others, most telling first. Common ones only where there are no others. */
export async function findTellingWords(
  queries: IndexQueries,
  note: Pick<NoteRow, 'key' | 'title'>,
): Promise<readonly QueryTerm[]> {
  const body = await queries
    .selectFrom('note_body')
    .select('body')
    .where('note', '=', note.key)
    .executeTakeFirst()
  const counts = countWords(`${`${note.title}\n`.repeat(3)}${(body?.body ?? '').slice(0, readCharacters)}`)
  const frequent = [...counts]
    .toSorted(([word, a], [other, b]) => b - a || other.length - word.length)
    .slice(0, mostCounted)
  if (frequent.length === 0) return []
  const { notes } = await queries
    .selectFrom('note')
    .select((column) => column.fn.countAll<number>().as('notes'))
    .executeTakeFirstOrThrow()
  const most = Math.max(commonFrom, Math.floor(notes / 10))
  const terms = frequent.map(([text]): QueryTerm => ({ text, kind: 'word' }))
  const { having } = await countNotes(queries, terms, most)
  const found = frequent.flatMap(([word, times], at) => {
    const bearers = having[at] ?? 0
    const weight = times * Math.log(1 + notes / bearers)
    return bearers < 2 ? [] : [{ word, weight, isCommon: bearers === most }]
  })
  const telling = found.filter(({ isCommon }) => !isCommon)
  return (telling.length > 0 ? telling : found)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTellingWords)
    .map(({ word }): QueryTerm => ({ text: word, kind: 'word' }))
}

function countWords(text: string): ReadonlyMap<string, number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return countEach(words.filter((word) => !isStopWord(word)))
}
