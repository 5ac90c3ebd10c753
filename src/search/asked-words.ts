import type { IndexQueries } from '../index-db/index-reader.ts'
import { countNotes, tellingOf, type CountedNotes } from './count-notes.ts'
import { findScattered, type ScatteredNote } from './find-scattered.ts'
import type { QueryTerm } from './parse-query.ts'

// A person who lists words wants all of them; more than this is a sentence.
const mostListedTerms = 6

/** Whether words are a sentence: then their total weight counts, not whether one is missing. */
export function areOfSentence(terms: readonly QueryTerm[]): boolean {
  return terms.length > mostListedTerms
}

/** The words of one search, and what the index says of them: its steps look that up once. */
export class AskedWords {
  readonly terms: readonly QueryTerm[]
  readonly isSentence: boolean
  readonly #queries: IndexQueries
  readonly #extra = new Map<string, boolean>()
  #counted: Promise<CountedNotes> | null = null
  #fewest: number | null = null
  #scattered: Promise<readonly ScatteredNote[]> | null = null

  constructor(queries: IndexQueries, terms: readonly QueryTerm[]) {
    this.#queries = queries
    this.terms = terms
    this.isSentence = areOfSentence(terms)
  }

  /** How many notes have each word. */
  counted(): Promise<CountedNotes> {
    return (this.#counted ??= this.#count())
  }

  /** More notes than this do not have every word; null as long as they were not counted. */
  get fewest(): number | null {
    return this.#fewest
  }

  async #count(): Promise<CountedNotes> {
    const counted = await countNotes(this.#queries, this.terms)
    this.#fewest = Math.min(...counted.having)
    return counted
  }

  /** The notes whose words are spread over both full-text tables; of a sentence that does not count. */
  scattered(): Promise<readonly ScatteredNote[]> {
    return (this.#scattered ??= this.isSentence
      ? Promise.resolve([])
      : findScattered(this.#queries, this.terms))
  }

  /** Whether the second full-text table has anything for an expression of these words. */
  hasExtra(match: string): boolean {
    const known = this.#extra.get(match) ?? this.#queries.hasExtra(match)
    this.#extra.set(match, known)
    return known
  }

  /** The words that tell notes apart, where there are so many that it matters. */
  async telling(): Promise<readonly QueryTerm[]> {
    return this.terms.length > 2 ? tellingOf(this.terms, await this.counted()) : this.terms
  }
}
