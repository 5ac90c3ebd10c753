import { weightOf } from '../model/word-weight.ts'
import type { IndexDatabase } from './open-index.ts'

/** A full-text table, and its score as SQL. */
export interface Scored {
  readonly table: 'notes_fts' | 'note_extra'
  readonly score: string
}

// BM25 as FTS5 computes it.
const k1 = 1.2
const b = 0.75

/** How many rows a full-text table has, and how many words a row has in the mean. */
interface Rows {
  readonly count: number
  readonly mean: number
}

/** The rows of a table, those that are shown, and how many words each of these has. */
interface Lengths {
  readonly commit: unknown
  readonly all: Rows
  readonly shown: Rows
  readonly of: ReadonlyMap<number, number>
}

/**
 * The scores of a connection that shows some of the notes. BM25 counts in how many notes of the whole vault a word is, and how
 * long they are: from scores alone whoever sees a part of it could learn, letter by letter, what stands in the others.
 */
export class ViewScores {
  readonly #db: IndexDatabase
  readonly #lengths = new Map<Scored['table'], Lengths>()

  constructor(db: IndexDatabase) {
    this.#db = db
  }

  /** What BM25 would give each shown note for an FTS5 expression, as `to-match.ts` makes them, if there were no others. */
  of({ table, score }: Scored, match: string): ReadonlyMap<number, number> {
    const { all, shown, of: lengths } = this.#lengthsIn(table)
    const count = this.#db
      .prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`)
      .pluck()
    const hits = this.#db.prepare<[string], { readonly id: number; readonly bm25: number }>(
      `SELECT rowid AS id, ${score} AS bm25 FROM ${table} WHERE ${table} MATCH ? AND rowid IN (SELECT id FROM note)`,
    )
    const sums = new Map<number, number>()
    for (const [phrase, times] of phrasesOf(match)) {
      const found = hits.all(phrase)
      if (found.length === 0) continue
      const weight = weightOf(count.get(phrase) ?? 0, all.count)
      const own = times * (k1 + 1) * weightOf(found.length, shown.count)
      for (const { id, bm25 } of found) {
        // How often it is there, as columns are weighed.
        const length = lengths.get(id) ?? 0
        const share = bm25 / weight
        const frequency = (share * room(length, all)) / (k1 + 1 - share)
        sums.set(id, (sums.get(id) ?? 0) + (own * frequency) / (frequency + room(length, shown)))
      }
    }
    // What is left of the whole vault in the last digits must not order notes.
    return new Map([...sums].map(([id, sum]) => [id, Number(sum.toFixed(9))]))
  }

  #lengthsIn(table: Scored['table']): Lengths {
    const commit: unknown = this.#db.pragma('data_version', { simple: true })
    const known = this.#lengths.get(table)
    if (known !== undefined && known.commit === commit) return known
    const rows = this.#db
      .prepare<[], [number, Uint8Array]>(
        `SELECT id, sz FROM ${table}_docsize WHERE id IN (SELECT id FROM note)`,
      )
      .raw()
      .all()
    const of = new Map(rows.map(([id, sizes]) => [id, sum(varintsOf(sizes))]))
    // The record of the averages: how many rows, then how many words in each column.
    const averages = this.#db
      .prepare<[], Uint8Array>(`SELECT block FROM ${table}_data WHERE id = 1`)
      .pluck()
      .get()
    const [count = 0, ...words] = varintsOf(averages ?? new Uint8Array())
    const shown = { count: of.size, mean: sum([...of.values()]) / of.size }
    const lengths = { commit, all: { count, mean: sum(words) / count }, shown, of }
    this.#lengths.set(table, lengths)
    return lengths
  }
}

function room(length: number, { mean }: Rows): number {
  return k1 * (1 - b + (b * length) / mean)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Seven bits a byte, the highest first; all but the last byte of a number have the eighth bit. Larger ones than 2^53 are not there. */
function varintsOf(bytes: Uint8Array): readonly number[] {
  const values: number[] = []
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 127)
    if (byte >= 128) continue
    values.push(value)
    value = 0
  }
  return values
}

const tokens = /(\{[^}]*\}|\w+) : |\(|\)|"(?:[^"]|"")*"\*?/g

/** The phrases of an expression, each with its column filter, and how often it comes. */
function phrasesOf(match: string): ReadonlyMap<string, number> {
  const phrases = new Map<string, number>()
  const above: string[] = []
  let filter = ''
  for (const [token, columns] of match.matchAll(tokens)) {
    if (columns !== undefined) filter = token
    else if (token === '(') {
      above.push(filter === '' ? (above.at(-1) ?? '') : filter)
      filter = ''
    } else if (token === ')') above.pop()
    else {
      const phrase = `${filter === '' ? (above.at(-1) ?? '') : filter}${token}`
      phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1)
      filter = ''
    }
  }
  return phrases
}
