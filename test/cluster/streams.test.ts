import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { ClusterControl } from '../../src/cluster/cluster-control.ts'
import { until } from '../support/until.ts'
import { withCluster, type ClusterServer, type TestCluster } from '../support/with-cluster.ts'
import { withFolder } from '../support/with-folder.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase } from '../support/with-postgres.ts'

const vaults = {
  home: { 'a.md': '# Apples\n' },
  work: { 'b.md': '# Budget\n' },
}
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const ofHome = 'flint-note://home/notes/a.md'
const ofWork = 'flint-note://work/notes/b.md'

interface Two extends TestCluster {
  /** Holds `home`; the other one holds `work`. */
  readonly holder: ClusterServer
  readonly other: ClusterServer
  readonly control: ClusterControl
  /** Ids, of the holder first. */
  readonly ids: readonly string[]
}

function withTwo(use: (two: Two) => Promise<void>): Promise<void> {
  return withFolder({}, (folder) =>
    withDatabase((url) =>
      withCluster({ folder, vaults, url: () => url, servers: 2 }, async (cluster) => {
        const [first] = cluster.servers
        await first!.call('get_note', { vault_id: 'home', identifier: 'a.md' })
        await first!.call('get_note', { vault_id: 'work', identifier: 'b.md' })
        const control = await ClusterControl.open({ url, log })
        try {
          const held = (await control.status()).vaults
          const ids = held.map(({ server }) => server ?? '')
          const [holder, other] = ids.map((id) => cluster.servers.find(({ said }) => said().includes(id))!)
          await use({ ...cluster, holder: holder!, other: other!, control, ids })
        } finally {
          await control.close()
        }
      }),
    ),
  )
}

async function withClient(
  server: ClusterServer,
  token: string,
  use: (client: Client, notices: string[]) => Promise<void>,
): Promise<void> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const notices: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => {
    notices.push(uri)
  })
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    notices.push('list')
  })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }))
  try {
    await use(client, notices)
  } finally {
    await client.close()
  }
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'streams of notices', () => {
  test('a change is told to who listens at another server, and the vault stays where it is', () =>
    withTwo(async ({ holder, other, token, control }) => {
      for (const server of [holder, other])
        await withClient(server, token, async (client, notices) => {
          await client.listen({ resourceSubscriptions: [ofHome] })
          await other.call('append_to_note', { vault_id: 'home', identifier: 'a.md', content: 'More.' })
          await until('it is told', () => notices.includes(ofHome))
        })
      const { vaults } = await control.status()
      expect(vaults.map(({ epoch }) => epoch)).toEqual([1, 1])
    }))

  test('one that would tell of vaults of two servers is refused, and takes none of them', () =>
    withTwo(async ({ servers, token, control }) => {
      for (const server of servers)
        await withClient(server, token, async (client) => {
          await expect(client.listen({ resourceSubscriptions: [ofHome, ofWork] })).rejects.toThrow(
            'Different servers hold the vaults of these resources',
          )
        })
      expect((await control.status()).vaults.map(({ epoch }) => epoch)).toEqual([1, 1])
    }))

  test('it ends when its vault is handed over, and goes on at the next holder', () =>
    withTwo(async ({ holder, other, token, control, ids }) => {
      await withClient(other, token, async (client, notices) => {
        const stream = await client.listen({ resourceSubscriptions: [ofHome] })
        await control.drain(ids[0]!)
        await stream.closed
        await until('it is handed over', async () =>
          (await control.status()).vaults.every(({ server }) => server !== ids[0]),
        )
        await client.listen({ resourceSubscriptions: [ofHome, ofWork] })
        await holder.call('append_to_note', { vault_id: 'home', identifier: 'a.md', content: 'More.' })
        await until('it is told', () => notices.includes(ofHome))
        const after = (await control.status()).vaults
        expect(after.map(({ server }) => server)).toEqual([ids[1], ids[1]])
      })
    }))
})
