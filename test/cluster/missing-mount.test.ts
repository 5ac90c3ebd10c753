import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noPostgres } from '../support/start-postgres.ts'
import { until } from '../support/until.ts'
import { type TestCluster, withCluster } from '../support/with-cluster.ts'
import { withFolder } from '../support/with-folder.ts'
import { withDatabase } from '../support/with-postgres.ts'

const vaults = { home: { 'a.md': '# Apples\n' } }
const home = { vault_id: 'home' }

/** Servers of which the last one has a storage of its own in the place of the shared one. */
function withOdd(
  notes: Readonly<Record<string, string>>,
  servers: number,
  use: (cluster: TestCluster, odd: string, shared: string) => Promise<void>,
): Promise<void> {
  return withFolder({}, (folder) =>
    withDatabase(async (url) => {
      const odd = join(folder, 'odd', 'home')
      await mkdir(odd, { recursive: true })
      for (const [name, text] of Object.entries(notes)) await writeFile(join(odd, name), text)
      const storage = (server: number) => join(folder, server === servers - 1 ? 'odd' : 'vaults')
      await withCluster({ folder, vaults, url: () => url, servers, storage }, (cluster) =>
        use(cluster, odd, join(folder, 'vaults', 'home')),
      )
    }),
  )
}

function marked({ shared }: TestCluster, note: string): Promise<void> {
  return until(`${note} is known of the folder`, async () => {
    const row = await shared.postgres.db.selectFrom('lease').select('folder').executeTakeFirst()
    return row?.folder?.includes(note) === true
  })
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a server whose mount of a vault is missing', () => {
  test('does not take the vault: another one does, and where none is left it is unavailable', () =>
    withOdd({}, 3, async (cluster, odd, shared) => {
      const [first, second, empty] = cluster.servers
      expect(await first!.call('list_notes', home)).toMatchObject({ total: 1 })
      await marked(cluster, 'a.md')
      await first!.kill('SIGTERM')
      // It holds the fewest, and is the one that is asked.
      expect(await empty!.call('list_notes', home)).toMatchObject({ total: 1 })
      const made = await empty!.call('create_note', { ...home, title: 'B', path: 'b.md', content: 'x' })
      expect(made).toMatchObject({ change_id: expect.anything() })
      expect(await readFile(join(shared, 'b.md'), 'utf8')).toContain('x')
      expect(await readdir(odd)).toEqual([])
      await second!.kill('SIGTERM')
      const away = { error: { code: 'VAULT_UNAVAILABLE' } }
      expect(await empty!.call('list_notes', home)).toMatchObject(away)
      expect(await empty!.call('create_note', { ...home, title: 'C', path: 'c.md' })).toMatchObject(away)
      expect(JSON.stringify(await empty!.call('search_notes', { vault_id: '*', query: 'apples' }))).toContain(
        'VAULT_UNAVAILABLE',
      )
      expect(await readdir(odd)).toEqual([])
      // Whoever says so has the folder taken as it is.
      expect(await empty!.call('reindex_vault', { ...home, confirm: false })).toMatchObject({
        error: { code: 'CONFIRMATION_REQUIRED' },
      })
      expect(await empty!.call('list_notes', home)).toMatchObject(away)
      expect(await empty!.call('reindex_vault', { ...home, confirm: true })).toMatchObject({
        notes_indexed: 0,
      })
      expect(await empty!.call('list_notes', home)).toMatchObject({ total: 0 })
    }))

  test('gives the vault back where its notes vanish while it serves it', () =>
    withOdd(vaults.home, 2, async (cluster, odd) => {
      const [other, holder] = cluster.servers
      expect(await holder!.call('list_notes', home)).toMatchObject({ total: 1 })
      await marked(cluster, 'a.md')
      await rm(join(odd, 'a.md'))
      await until('another one serves it', async () => {
        const told = await holder!.call('list_notes', home)
        expect(told.total ?? told.error.code).not.toBe(0)
        return told.total === 1
      })
      expect(await other!.call('get_note', { ...home, identifier: 'a.md' })).toMatchObject({
        title: 'Apples',
      })
    }))

  test('is told from one whose notes have other names than before', () =>
    withOdd({}, 2, async (cluster) => {
      const [first, empty] = cluster.servers
      await first!.call('list_notes', home)
      await marked(cluster, 'a.md')
      await first!.call('move_note', { ...home, identifier: 'a.md', to: 'b.md' })
      await marked(cluster, 'b.md')
      await empty!.kill()
      await first!.kill('SIGTERM')
      await first!.start()
      expect(await first!.call('list_notes', home)).toMatchObject({ total: 1 })
    }))
})
