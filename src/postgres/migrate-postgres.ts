import type { Client } from 'pg'
import { postgresMigrations } from '../../migrations/postgres/index.ts'
import { VaultError } from '../model/vault-error.ts'

/**
 * Brings the schema up to this version, as one transaction. Of several servers that start at once one does it, while the
 * others wait. Refuses a schema that a newer flint has made.
 */
export async function migratePostgres(client: Client, schema: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `flint migrations ${schema}`,
    ])
    if (!(await hasTables(client, schema))) {
      await client.query(`create schema if not exists ${schema}`)
      await client.query(`create table ${schema}.migration (
        name text primary key, applied timestamptz not null default now())`)
    }
    const { rows } = await client.query<{ name: string }>(`select name from ${schema}.migration`)
    const done = new Set(rows.map(({ name }) => name))
    const missing = postgresMigrations.filter(({ name }) => !done.has(name))
    if (done.size + missing.length > postgresMigrations.length) throw isNewer(schema)
    for (const { name, sql } of missing) {
      await client.query(sql)
      await client.query(`insert into ${schema}.migration (name) values ($1)`, [name])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Whether flint's tables are there: who may not make a schema may still use one that an owner of the database has made. */
export async function hasTables(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_tables where schemaname = $1 and tablename = $2', [
    schema,
    'migration',
  ])
  return rows.length > 0
}

function isNewer(schema: string): VaultError {
  return new VaultError(
    'CLUSTER_UNAVAILABLE',
    `The schema ${schema} was made by a newer flint than this server’s.`,
    { hint: 'Update flint on this machine, then start the server again.' },
  )
}
