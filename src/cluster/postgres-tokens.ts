import { sql } from 'kysely'
import type { TokenStore } from '../access/token-store.ts'
import { type KeptTokens, revokedBearer, storedToken, writeStoredToken } from '../access/stored-token.ts'
import type { Postgres, PostgresDatabase } from '../postgres/open-postgres.ts'
import type { ClusterNotices } from './cluster-notices.ts'

/** The tokens of all servers. They are read again once any of them has changed one. */
export function postgresTokens(postgres: Postgres, notices: ClusterNotices): TokenStore {
  let changes = 0
  notices.on(({ kind }) => {
    if (kind === 'tokens' || kind === 'missed') changes += 1
  })
  const read = async (db: PostgresDatabase): Promise<KeptTokens> => {
    const rows = await db.selectFrom('token').select('content').orderBy('name').execute()
    const revoked = await db.selectFrom('revoked_bearer').select(['name', 'until']).orderBy('name').execute()
    return {
      tokens: rows.map(({ content }) => storedToken().parse(JSON.parse(content))),
      revoked: revoked.map((row) => revokedBearer().parse(row)),
    }
  }
  return {
    mark: () => (notices.isLive ? String(changes) : null),
    mayLag: true,
    read: () => postgres.run(read),
    async change(change) {
      await postgres.run((db) =>
        db.transaction().execute(async (inOne) => {
          await sql`lock table token in exclusive mode`.execute(inOne)
          const before = await read(inOne)
          const after = change(before)
          const kept = new Set(after.tokens.map(({ id }) => id))
          const gone = before.tokens.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
          if (gone.length > 0) await inOne.deleteFrom('token').where('id', 'in', gone).execute()
          for (const token of after.tokens) {
            if (before.tokens.includes(token)) continue
            const { id, name, sha256 } = token
            const row = { id, name, sha256, content: JSON.stringify(writeStoredToken(token)) }
            await inOne
              .insertInto('token')
              .values(row)
              .onConflict((on) => on.column('id').doUpdateSet(row))
              .execute()
          }
          for (const row of after.revoked) {
            if (before.revoked.includes(row)) continue
            await inOne
              .insertInto('revoked_bearer')
              .values(row)
              .onConflict((on) => on.column('name').doUpdateSet(row))
              .execute()
          }
          await notices.tell({ kind: 'tokens' }).execute(inOne)
        }),
      )
      // It is told of it later, as the others are.
      changes += 1
    },
  }
}
