import type { Said } from '../../model/advice.ts'
/** A query, and how much of an answer is wanted. */
export interface SqlQuestion {
  readonly query: string
  readonly params: readonly SqlValue[]
  readonly maxRows: number
  readonly maxBytes: number
}

/** What crosses between the server and the process that runs SQL. */
export interface SqlRequest extends SqlQuestion {
  readonly indexFile: string
  /** Whether the index is said to know every note: then one that is just being filled must not answer in its place. */
  readonly mustBeFilled: boolean
}

export type SqlValue = string | number | boolean | null

export interface SqlRows {
  /** As the query names them; repeated names get a number. */
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Whether the query has more rows. */
  readonly hasMore: boolean
  /** Whether a value was cut because it was too long. */
  readonly isCut: boolean
}

/** The message for a query that was ended for lack of memory, by SQLite or with its process. */
export const tooMuchMemory = {
  message: 'The query took more memory than one may, and was stopped.',
  hint: 'Sort or join less: narrow it with WHERE, select fewer columns, leave content out.',
} as const

export type SqlReply =
  | { readonly kind: 'rows'; readonly result: SqlRows }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: Said }
  | { readonly kind: 'damaged' }
  /** The file is not there, has no tables yet or not all notes: another process is just making it. */
  | { readonly kind: 'being-made' }
