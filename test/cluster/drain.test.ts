import { describe, expect, test } from 'vitest'
import { ClusterNotices } from '../../src/cluster/cluster-notices.ts'
import { Leases } from '../../src/cluster/leases.ts'
import { withFlint, type Flint } from '../cli/with-flint.ts'
import { until } from '../support/until.ts'
import { withCluster, type TestCluster } from '../support/with-cluster.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase, withPostgres } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const vaults = {
  home: { 'a.md': '# Apples\n' },
  work: { 'b.md': '# Budget\n' },
}

interface Joined extends TestCluster {
  readonly flint: Flint
  readonly url: string
}

/** Two servers, and the command line of a person who names their PostgreSQL. */
function withTwo(use: (joined: Joined) => Promise<void>, servers = 2): Promise<void> {
  return withFlint({}, (flint) =>
    withDatabase((url) =>
      withCluster({ folder: flint.folder, vaults, url: () => url, servers }, (cluster) =>
        use({ ...cluster, flint, url }),
      ),
    ),
  )
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'flint cluster', () => {
  test('status says who holds what', () =>
    withTwo(async ({ servers, flint, url }) => {
      await servers[0]!.call('get_note', { vault_id: 'home', identifier: 'a.md' })
      await servers[0]!.call('get_note', { vault_id: 'work', identifier: 'b.md' })
      const status = await flint.json(['cluster', 'status', '--cluster', url])
      expect(status.servers).toHaveLength(2)
      for (const server of status.servers) {
        expect(server).toMatchObject({
          address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
          vaults: 1,
          is_draining: false,
          is_present: true,
          last_seen: expect.any(String),
        })
      }
      expect(status.vaults).toMatchObject([
        { vault_id: 'home', epoch: 1 },
        { vault_id: 'work', epoch: 1 },
      ])
      const ids = status.servers.map(({ id }: { id: string }) => id)
      expect(status.vaults.map(({ server }: { server: string }) => server).sort()).toEqual(ids)
      const { stdout, code } = await flint.run(['cluster', 'status', '--cluster', url])
      expect(code).toBe(0)
      for (const word of [...ids, 'home', 'work', 'serves', 'EPOCH']) expect(stdout).toContain(word)
    }))

  test('a drained server hands its vaults over, and takes none any more', () =>
    withTwo(async ({ servers, flint, url }) => {
      const [first] = servers
      const read = (vault: string) =>
        Promise.all(
          servers.map((server) => server.call('get_note', { vault_id: vault, identifier: `${vault}.md` })),
        )
      await first!.call('create_note', { vault_id: 'home', title: 'Home', path: 'home.md', content: 'x' })
      await first!.call('create_note', { vault_id: 'work', title: 'Work', path: 'work.md', content: 'x' })
      const before = await flint.json(['cluster', 'status', '--cluster', url])
      const holder: string = before.vaults[0].server
      const other: string = before.vaults[1].server
      // Calls come in all the while, and none of them fails.
      const over = new AbortController()
      const reading = (async () => {
        while (!over.signal.aborted)
          for (const note of await read('home')) expect(note).toMatchObject({ title: 'Home' })
      })()
      expect(await flint.json(['cluster', 'drain', holder, '--cluster', url])).toEqual({
        server: holder,
        vaults: [],
      })
      over.abort()
      await reading
      for (const note of await read('work')) expect(note).toMatchObject({ title: 'Work' })
      for (const note of await read('home')) expect(note).toMatchObject({ title: 'Home' })
      const after = await flint.json(['cluster', 'status', '--cluster', url])
      expect(after.vaults).toMatchObject([
        { vault_id: 'home', server: other, epoch: 2 },
        { vault_id: 'work', server: other, epoch: 1 },
      ])
      expect(after.servers.find(({ id }: { id: string }) => id === holder)).toMatchObject({
        vaults: 0,
        is_draining: true,
      })
    }))

  test('a vault is given back once its calls have ended, and lets no other in before', () =>
    withPostgres(async (postgres) => {
      const notices = await ClusterNotices.open(postgres, log)
      const leases = new Leases({ postgres, notices, holder: { server: 'a', address: 'http://a' }, log })
      const told: string[] = []
      leases.onGone((vault) => {
        told.push(`close ${vault}`)
        return Promise.resolve()
      })
      try {
        expect(await leases.accept('home')).toBe('here')
        expect(await leases.accept('work')).toBe('here')
        const { promise, resolve } = Promise.withResolvers<string>()
        const call = leases.calls.during(
          ['home'],
          async () => {
            const answer = await promise
            // What has begun still has its lease.
            await (await leases.hold('home')).check()
            told.push('answered')
            return answer
          },
          null,
        )
        leases.drain()
        leases.drain()
        await until('the idle one is given back', () => leases.held.join() === 'home')
        expect(await leases.accept('home')).toBe('elsewhere')
        expect(await leases.accept('work')).toBe('elsewhere')
        expect(await leases.place('home')).toEqual({ kind: 'nowhere' })
        resolve('yes')
        expect(await call).toBe('yes')
        await until('the other one is given back', () => leases.held.length === 0)
        expect(told).toEqual(['close work', 'answered', 'close home'])
        await until('nobody holds it', async () => (await leases.holderNow('home')) === null)
      } finally {
        await leases.close()
        await notices.close()
      }
    }))

  test('the last one that serves is not drained, nor one that does not run', () =>
    withTwo(async ({ flint, url }) => {
      const { servers } = await flint.json(['cluster', 'status', '--cluster', url])
      const [only] = servers
      expect(await flint.json(['cluster', 'drain', '--cluster', url])).toMatchObject({
        error: { code: 'CONFLICT' },
      })
      expect(await flint.json(['cluster', 'drain', 'other', '--cluster', url])).toMatchObject({
        error: { code: 'NOT_FOUND', servers: [only.id] },
      })
      expect(await flint.json(['cluster', 'status'])).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    }, 1))

  test('without a name, the server of this machine is meant: several are named', () =>
    withTwo(async ({ flint, url }) => {
      expect(await flint.json(['cluster', 'drain', '--cluster', url])).toMatchObject({
        error: { code: 'INVALID_ARGUMENT', servers: expect.arrayContaining([expect.any(String)]) },
      })
    }))
})
