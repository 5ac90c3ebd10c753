import type { LeaseConnection } from '../postgres/lease-connection.ts'
import { readFolderMark, type SharedFolder } from '../vault/folder-mark.ts'

/** What the server that holds a vault, and those before it, have seen in its folder. */
export async function postgresFolder(
  lease: LeaseConnection,
  isAway: SharedFolder['isAway'],
): Promise<SharedFolder> {
  const { vault } = lease
  const row = await lease.run((db) =>
    db.selectFrom('lease').select('folder').where('vault', '=', vault).executeTakeFirst(),
  )
  return {
    mark: readFolderMark(row?.folder ?? null),
    async keep(mark) {
      const folder = JSON.stringify(mark)
      await lease.run((db) => db.updateTable('lease').set({ folder }).where('vault', '=', vault).execute())
    },
    isAway,
  }
}
