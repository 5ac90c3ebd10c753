import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { embedded } from '../support/with-meaning.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withVaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const notes = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`${at}.md`, `# Note ${at}\nIt says word${at}.\n`]),
)

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a vault that another server takes over', () => {
  test('has its history there, and nothing is embedded twice', async () => {
    const embedder = wordEmbedder()
    const opened = { kind: 'ready', embedder, notice: null } as const
    const options = { openEmbedder: () => Promise.resolve(opened), stores: 'postgres' as const }
    await withVaults(
      { main: notes },
      async (vaults) => {
        const { call, folder, restart, read } = vaults
        await embedded(vaults)
        const made = await call('create_note', {
          path: 'new.md',
          title: 'New',
          content: 'Never said before.\n',
        })
        await embedded(vaults)
        const before = [...embedder.seen]
        expect(new Set(before).size).toBe(41)
        // Index and whatever else a server has for itself are gone.
        await restart(() => rm(join(folder, 'data'), { recursive: true }))
        await embedded(vaults)
        expect(embedder.seen).toEqual(before)
        const found = await call('search_notes', { query: 'word17', mode: 'semantic', limit: 1 })
        expect(found.results[0].path).toBe('17.md')
        const listed = await call('list_changes')
        expect(listed.changes.map((change: { change_id: string }) => change.change_id)).toEqual([
          made.change_id,
        ])
        expect(await call('undo_change', { change_id: made.change_id })).not.toHaveProperty('error')
        await expect(read('new.md')).rejects.toThrow('ENOENT')
      },
      options,
    )
  })
})
