/** What crosses between the server and the process that runs SQL. */
export interface SqlRequest {
  readonly indexFile: string
  readonly query: string
  readonly params: readonly SqlValue[]
  readonly maxRows: number
  readonly maxBytes: number
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
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly result: SqlRows }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }
  | { readonly kind: 'damaged' }
