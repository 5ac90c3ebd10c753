import { registry } from './0005-registry.ts'
import { servers } from './0001-servers.ts'
import { questions } from './0002-questions.ts'
import { history } from './0003-history.ts'
import { vectors } from './0004-vectors.ts'
import { revoked } from './0006-revoked.ts'
import { standby } from './0007-standby.ts'
import { folder } from './0008-folder.ts'

/**
 * What PostgreSQL keeps for servers that share vaults, in order. The database remembers the names of those it has: a name
 * is never changed, nor what stands under it.
 */
export const postgresMigrations: readonly PostgresMigration[] = [
  { name: '0001-servers', sql: servers },
  { name: '0002-questions', sql: questions },
  { name: '0003-history', sql: history },
  { name: '0004-vectors', sql: vectors },
  { name: '0005-registry', sql: registry },
  { name: '0006-revoked', sql: revoked },
  { name: '0007-standby', sql: standby },
  { name: '0008-folder', sql: folder },
]

export interface PostgresMigration {
  readonly name: string
  readonly sql: string
}
