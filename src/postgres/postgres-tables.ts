import type { ColumnType, Generated } from 'kysely'

/** The tables that `migrations/postgres` makes, as Kysely's builder sees them. */
export interface PostgresTables {
  readonly migration: { readonly name: string; readonly applied: Generated<Date> }
  readonly server: {
    readonly id: string
    /** Where other servers reach it. */
    readonly address: string
    readonly version: string
    readonly started: Generated<Date>
    /** When it was last heard of. */
    readonly beat: Generated<Date>
    readonly is_draining: Generated<boolean>
  }
  /** A connection that holds leases. */
  readonly lease_session: {
    readonly id: string
    readonly server: string
    /** Of the process in PostgreSQL that serves it, with when that began: process ids are used again. */
    readonly pid: number
    readonly backend_start: Date
    readonly beat: Generated<Date>
  }
  readonly lease: {
    readonly vault: string
    /** Grows by one with each holder. A bigint, which the driver reads as text. */
    readonly epoch: ColumnType<string, number | string>
    /** Null while nobody holds it. */
    readonly server: string | null
    readonly address: string | null
    readonly session: string | null
    readonly since: Generated<Date>
  }
}
