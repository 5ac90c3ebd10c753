import { sql } from 'kysely'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { KeptQuery } from '../index-db/kept-query.ts'
import { bestWindow } from './best-window.ts'
import type { AskedWords } from './asked-words.ts'
import { mostOfEach } from './explain-hits.ts'
import { stemsOf } from './word-stems.ts'

/** Texts that are forgotten soon cost the garbage collector little. */
const readAtOnce = 10

const bodiesOf = new KeptQuery(['keys'], (queries, { keys }) =>
  sql<{ readonly note: number; readonly body: string }>`
    SELECT note, body FROM json_each(${keys}) AS wanted CROSS JOIN note_body ON note_body.note = wanted.value`.compile(
    queries,
  ),
)

/** The best passage of each of these notes, as a share of an ideal match. */
export async function bestWindows(
  queries: IndexQueries,
  asked: AskedWords,
  keys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (keys.length === 0) return new Map()
  const most = mostOfEach(await asked.counted())
  const words = asked.terms.map((term, at) => ({ stems: stemsOf([term]), most: most[at] ?? 0 }))
  const windows = new Map<number, number>()
  for (let start = 0; start < keys.length; start += readAtOnce) {
    const some = keys.slice(start, start + readAtOnce)
    for (const { note, body } of await bodiesOf.run(queries, { keys: JSON.stringify(some) }))
      windows.set(note, bestWindow(body, words))
  }
  return windows
}
