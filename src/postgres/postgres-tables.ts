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
  /** The list of vaults, as one piece. */
  readonly registry: { readonly is_only: Generated<boolean>; readonly content: string }
  readonly token: {
    readonly id: string
    readonly name: string
    readonly sha256: string
    /** What it may do, as JSON. */
    readonly content: string
  }
  readonly revoked_bearer: { readonly name: string; readonly until: string }
  readonly active_vault: { readonly token: string; readonly vault: string }
  readonly hop_secret: { readonly is_only: Generated<boolean>; readonly secret: string }
  readonly lease: {
    readonly vault: string
    /** Grows by one with each holder. A bigint, which the driver reads as text. */
    readonly epoch: ColumnType<string, number | string>
    /** Null while nobody holds it. */
    readonly server: string | null
    readonly address: string | null
    readonly session: string | null
    readonly since: Generated<Date>
    /** Who keeps its index ready to take it over; null where nobody does. */
    readonly standby: string | null
    /** When that index was last brought up to date. */
    readonly prepared: Date | null
    /** What its last holder saw in its folder, as JSON; null where nobody has looked. */
    readonly folder: string | null
  }
  readonly question: {
    readonly id: string
    /** The order in which they came. */
    readonly place: Generated<string>
    readonly subject: string
    readonly call: string
    readonly actor: string
    readonly vault: string
    readonly tool: string
    readonly text: string
    readonly always: string | null
    readonly created: Date
    readonly expires: Date
    readonly answer: 'once' | 'always' | 'denied' | null
  }
  readonly change: {
    readonly vault: string
    readonly id: ColumnType<string, number>
    /** ISO 8601 in UTC, compared as text. */
    readonly time: string
    readonly tool: string
    readonly state: 'begun' | 'done' | 'kept'
    readonly reached: number
    readonly undoes: ColumnType<string | null, number | null>
    readonly pid: number | null
    readonly actor: string | null
    /** Of the lease under which it began. */
    readonly epoch: ColumnType<string, number>
  }
  readonly changed_file: {
    readonly vault: string
    readonly change: ColumnType<string, number>
    readonly position: number
    readonly kind: 'create' | 'replace' | 'move' | 'move-folder' | 'remove'
    readonly path: string
    readonly moved_to: string | null
    readonly before_text: Buffer | null
    readonly before_hash: string | null
    readonly after_hash: string | null
    readonly mode: number | null
    readonly made_folder: string | null
    readonly written: Buffer | null
  }
  readonly vector: {
    readonly model: string
    readonly hash: string
    /** Floats of 32 bits, little-endian. */
    readonly numbers: Buffer
    /** The day on which somebody last needed it. */
    readonly used: Generated<Date>
  }
}
