import { VaultError } from '../model/vault-error.ts'
import type { PostgresDatabase } from './open-postgres.ts'

/**
 * The right to serve a vault, and the only way to what a write must do first. The right ends with the connection in
 * PostgreSQL that holds the vault's lock: from then on every query rejects with LEASE_LOST, also in a process that was
 * paused meanwhile and does not know. So who writes a row through it before a file is touched is fenced.
 */
export interface LeaseConnection {
  readonly vault: string
  /** Grows by one with each holder of the vault. */
  readonly epoch: number
  /** Aborted once the right is known to be gone. */
  readonly lost: AbortSignal
  /** Asks PostgreSQL as `check` does, where this server was so quiet that it may have been put out without knowing it yet. */
  readonly checkIfQuiet: () => Promise<void>
  /**
   * Runs work over the connection that holds the lock, one piece after the other. LEASE_LOST once that is gone: then nothing
   * of the work is to be believed, and no file may be touched.
   */
  readonly run: <T>(work: (db: PostgresDatabase) => Promise<T>) => Promise<T>
  /** Asks PostgreSQL whether the right still holds; LEASE_LOST where not. The last look before files are put in place. */
  readonly check: () => Promise<void>
}

/** What a caller is told whose write came while its vault went to another server. */
export function leaseLost(vault: string, cause?: unknown): VaultError {
  return new VaultError(
    'LEASE_LOST',
    'The vault is passing to another server at this moment. No file was changed.',
    { vault_id: vault, retry: true, hint: 'Try the same call again.' },
    { cause },
  )
}
