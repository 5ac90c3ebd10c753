import type { ActiveVaults } from '../access/active-vaults.ts'
import type { Postgres } from '../postgres/open-postgres.ts'
import type { ClusterNotices } from './cluster-notices.ts'

/** The active vault of each token, whichever server it asks. */
export function postgresActive(postgres: Postgres, notices: ClusterNotices): ActiveVaults {
  const known = new Map<string, string | null>()
  let changes = 0
  notices.on(({ kind }) => {
    if (kind !== 'active' && kind !== 'missed') return
    changes += 1
    known.clear()
  })
  return {
    async get(token) {
      const kept = known.get(token)
      if (kept !== undefined && notices.isLive) return kept
      const before = changes
      const row = await postgres.run((db) =>
        db.selectFrom('active_vault').select('vault').where('token', '=', token).executeTakeFirst(),
      )
      if (changes === before) known.set(token, row?.vault ?? null)
      return row?.vault ?? null
    },
    async set(token, vault) {
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
    },
  }
}
