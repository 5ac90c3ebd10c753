import { servers } from './0001-servers.ts'

/**
 * What PostgreSQL keeps for servers that share vaults, in order. The database remembers the names of those it has: a name
 * is never changed, nor what stands under it.
 */
export const postgresMigrations: readonly PostgresMigration[] = [{ name: '0001-servers', sql: servers }]

export interface PostgresMigration {
  readonly name: string
  readonly sql: string
}
