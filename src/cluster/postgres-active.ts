import type { Postgres } from '../postgres/open-postgres.ts'
import type { AskHow } from '../registry/vault-access.ts'
import type { ClusterNotices } from './cluster-notices.ts'

/** The active vault of each token, whichever server it asks. What may be late is kept until another server tells of a change. */
export function postgresActive(postgres: Postgres, notices: ClusterNotices) {
  const known = new Map<string, string | null>()
  let changes = 0
  const forget = () => {
    changes += 1
    known.clear()
  }
  notices.on(({ kind }) => {
    if (kind === 'active' || kind === 'missed') forget()
  })
  return {
    async get(token: string, how?: AskHow): Promise<string | null> {
      const kept = how?.mayBeLate === true && notices.isLive ? known.get(token) : undefined
      if (kept !== undefined) return kept
      const before = changes
      const row = await postgres.run((db) =>
        db.selectFrom('active_vault').select('vault').where('token', '=', token).executeTakeFirst(),
      )
      if (changes === before) known.set(token, row?.vault ?? null)
      return row?.vault ?? null
    },
    async set(token: string, vault: string): Promise<void> {
      await postgres.run((db) =>
        db.transaction().execute(async (inOne) => {
          await inOne
            .insertInto('active_vault')
            .values({ token, vault })
            .onConflict((on) => on.column('token').doUpdateSet({ vault }))
            .execute()
          await notices.tell({ kind: 'active' }).execute(inOne)
        }),
      )
      forget()
    },
  }
}
