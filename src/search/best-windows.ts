import type { IndexQueries } from '../index-db/index-reader.ts'
import { bestWindow } from './best-window.ts'
import type { AskedWords } from './asked-words.ts'
import { mostOfEach } from './explain-hits.ts'
import { stemsOf } from './word-stems.ts'

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
  for (const { note, body } of queries.bodies(keys)) windows.set(note, bestWindow(body, words))
  return windows
}
