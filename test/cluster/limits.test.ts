import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { madeUp, withIdentityProvider } from '../support/identity-provider.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { type ClusterPlan, type TestCluster, withCluster } from '../support/with-cluster.ts'
import { withFolder } from '../support/with-folder.ts'
import { withDatabase } from '../support/with-postgres.ts'

const notes = { 'team/plan.md': '# Plan\n\nA garden.\n', 'private/pay.md': '# Pay\n\nOf the garden.\n' }
const denied = { error: { code: 'PERMISSION_DENIED' } }

function withServers(
  plan: (folder: string) => Pick<ClusterPlan, 'servers' | 'options' | 'settings' | 'vaults'>,
  use: (cluster: TestCluster) => Promise<void>,
): Promise<void> {
  return withFolder({}, (folder) =>
    withDatabase((url) => withCluster({ folder, url: () => url, ...plan(folder) }, use)),
  )
}

const plan = { identifier: 'team/plan.md' }
const pay = { identifier: 'private/pay.md' }
const more = { content: 'More.' }

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a call that is answered by another server', () => {
  test('is limited by the --scope of the server that was called, and by no other', () =>
    withServers(
      (folder) => ({
        servers: 2,
        vaults: { home: notes, work: notes },
        options: (server) => (server === 0 ? [] : ['--scope', join(folder, 'vaults/home/team')]),
      }),
      async ({ servers }) => {
        const [plain, scoped] = servers
        // Of several that hold as few, the one that is asked takes a vault.
        const [home, work] = [{ vault_id: 'home' }, { vault_id: 'work' }]
        expect(await plain!.call('get_note', { ...home, ...pay })).toMatchObject({ title: 'Pay' })
        expect(await scoped!.call('list_notes', work)).toMatchObject({ total: 0 })
        // Whoever holds the vault.
        expect(await scoped!.call('get_note', { ...home, ...plan })).toMatchObject({ title: 'Plan' })
        expect(await scoped!.call('get_note', { ...home, ...pay })).toMatchObject(denied)
        expect(await scoped!.call('append_to_note', { ...home, ...pay, ...more })).toMatchObject(denied)
        expect(await scoped!.call('get_note', { ...work, ...plan })).toMatchObject(denied)
        const all = { vault_id: '*', query: 'garden' }
        expect((await scoped!.call('search_notes', all)).results).toMatchObject([{ id: 'team/plan.md' }])
        // What holds a vault limits nobody else.
        expect(await plain!.call('get_note', { ...work, ...pay })).toMatchObject({ title: 'Pay' })
        expect((await plain!.call('search_notes', all)).results).toHaveLength(4)
      },
    ))

  test('has the tools of the server that was called', () =>
    withServers(
      () => ({
        servers: 3,
        vaults: { home: notes, work: notes },
        options: (server) => [[], ['--read-only'], ['--dialect', 'kiln']][server] ?? [],
      }),
      async ({ servers, newToken }) => {
        const [plain, reading, kiln] = servers
        await plain!.call('get_note', { vault_id: 'home', ...pay })
        await reading!.call('get_note', { vault_id: 'work', ...pay })
        const done = { change_id: expect.anything() }
        expect(await plain!.call('append_to_note', { vault_id: 'work', ...pay, ...more })).toMatchObject(done)
        await expect(reading!.call('append_to_note', { vault_id: 'home', ...pay, ...more })).rejects.toThrow()
        const home = await newToken({ name: 'home', vaults: ['home'] })
        expect(JSON.stringify(await kiln!.call('read_note', { path: plan.identifier }, home))).toContain(
          'garden',
        )
      },
    ))

  test('has the right that both servers find for its bearer', () =>
    withIdentityProvider((provider) => {
      const { issuer } = provider
      const rule = { when: { groups: 'editors' }, vaults: ['home', 'work'] }
      const oauth = (more: object) => ({
        mcp_server: { oauth: { issuer, resource: madeUp.audience, rules: [{ ...rule, ...more }] } },
      })
      return withServers(
        () => ({
          servers: 3,
          vaults: { home: notes, work: notes, club: notes },
          settings: (server) => [oauth({ folder: 'team' }), oauth({ vaults: 'all' }), {}][server] ?? {},
        }),
        async ({ servers }) => {
          const [strict, wide, none] = servers
          await wide!.call('get_note', { vault_id: 'home', ...plan })
          await none!.call('get_note', { vault_id: 'work', ...plan })
          await strict!.call('get_note', { vault_id: 'club', ...plan })
          const now = Math.floor(Date.now() / 1_000)
          const token = await provider.sign({ iat: now, exp: now + 600 })
          const home = { vault_id: 'home' }
          expect(await strict!.call('get_note', { ...home, ...plan }, token)).toMatchObject({ title: 'Plan' })
          expect(await strict!.call('get_note', { ...home, ...pay }, token)).toMatchObject(denied)
          expect((await strict!.call('list_notes', home, token)).total).toBe(1)
          // The other way round.
          const club = await wide!.call('get_note', { vault_id: 'club', ...plan }, token)
          expect(club).toMatchObject({ error: { code: 'VAULT_NOT_FOUND' } })

          // Who does not know the issuer is a matter between servers: the token is right.
          const away = await wide!.call('get_note', { vault_id: 'work', ...plan }, token)
          expect(away).toMatchObject({ error: { code: 'CLUSTER_UNAVAILABLE' } })
          expect(away.error.message).toContain('http://127.0.0.1:')
          expect(away.error.hint).toContain('mcp_server.oauth')
          const all = await wide!.call('search_notes', { vault_id: ['home', 'work'], query: 'garden' }, token)
          expect(all.results).toHaveLength(2)
          expect(JSON.stringify(all.vaults)).toContain('CLUSTER_UNAVAILABLE')
        },
      )
    }))
})
