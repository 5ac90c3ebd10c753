import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RegistryConfig } from '../registry/registry-schema.ts'
import type { Postgres, PostgresDatabase } from '../postgres/open-postgres.ts'
import { parseRegistry, type Registry } from '../registry/read-registry.ts'
import type { RegistryStore } from '../registry/registry-store.ts'
import type { ClusterNotices } from './cluster-notices.ts'

/** What of a registry servers have in common; the rest is in each server's own file. */
type Shared = Pick<RegistryConfig, 'vaults' | 'current_vault' | 'registry'>

/**
 * The list of vaults of all servers. The first of them gives it what stands in its own file. Everything else that a
 * registry holds stays in each server's file.
 */
export function postgresRegistry(
  postgres: Postgres,
  notices: ClusterNotices,
  own: RegistryStore,
): RegistryStore {
  const shared = async (db: PostgresDatabase, file: Registry): Promise<Shared> => {
    const row = await db.selectFrom('registry').select('content').forUpdate().executeTakeFirst()
    if (row !== undefined) return sharedOf(parseRegistry(row.content).config)
    const content = write(sharedOf(file.config))
    await db
      .insertInto('registry')
      .values({ content })
      .onConflict((on) => on.doNothing())
      .execute()
    return await shared(db, file)
  }
  /** Of this server's own file, when it was read last. */
  let ownText: string | null = null
  const read = async (): Promise<Registry> => {
    const file = await own.read()
    ownText = file.text
    const row = await postgres.run((db) => db.selectFrom('registry').select('content').executeTakeFirst())
    const inForce =
      row === undefined
        ? await postgres.run((db) => db.transaction().execute((inOne) => shared(inOne, file)))
        : sharedOf(parseRegistry(row.content).config)
    return { ...file, text: row?.content ?? file.text, config: { ...file.config, ...inForce } }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read,
    alone(work) {
      // Of this server one waits in PostgreSQL: many would take the connections that the work needs.
      const turn = last.then(() =>
        postgres.run((db) =>
          db.transaction().execute(async (inOne) => {
            // Whoever is paused in the middle keeps nobody else waiting for long.
            await sql`set local idle_in_transaction_session_timeout = 15000`.execute(inOne)
            await sql`select pg_advisory_xact_lock(hashtextextended(${`flint vaults ${postgres.schema}`}, 0))`.execute(
              inOne,
            )
            return await work()
          }),
        ),
      )
      last = turn.catch(() => undefined)
      return turn
    },
    async change(change) {
      const file = await own.read()
      await postgres.run((db) =>
        db.transaction().execute(async (inOne) => {
          const before = await shared(inOne, file)
          const after = sharedOf(change({ ...file.config, ...before }))
          if (isDeepStrictEqual(after, before)) return
          await inOne
            .updateTable('registry')
            .set({ content: write(after) })
            .execute()
          const moved = Object.keys(after.vaults).filter(
            (id) => after.vaults[id]?.path !== before.vaults[id]?.path,
          )
          // What was seen of one folder says nothing of another.
          if (moved.length > 0)
            await inOne.updateTable('lease').set({ folder: null }).where('vault', 'in', moved).execute()
          await notices.tell({ kind: 'registry' }).execute(inOne)
        }),
      )
    },
    watch(known, onChange) {
      const watch = own.watch({ ...known, text: ownText }, onChange)
      let isClosed = false
      notices.on(({ kind }) => {
        if (isClosed || (kind !== 'registry' && kind !== 'missed')) return
        read().then(
          () => {
            if (!isClosed) onChange('changed')
          },
          // Told of again once PostgreSQL is there.
          () => undefined,
        )
      })
      return {
        close() {
          isClosed = true
          watch.close()
        },
      }
    },
  }
}

function sharedOf({ vaults, current_vault, registry }: RegistryConfig): Shared {
  return { vaults, current_vault, registry }
}

/** JSON is YAML: it is read as a registry's file is, with the same checks. */
function write(shared: Shared): string {
  return JSON.stringify(shared)
}
