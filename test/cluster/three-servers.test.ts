import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCallLimits } from '../../src/cli/call-limits.ts'
import { HopSignature } from '../../src/cluster/hop-signature.ts'
import type { Bearer } from '../../src/model/access-token.ts'
import { until } from '../support/until.ts'
import { withCluster, type TestCluster } from '../support/with-cluster.ts'
import { withFolder } from '../support/with-folder.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase } from '../support/with-postgres.ts'

const vaults = {
  home: { 'a.md': '# Apples\n\nFruit of the garden.\n' },
  work: { 'b.md': '# Budget\n\nNumbers of the garden.\n' },
  club: { 'c.md': '# Club\n\nPeople of the garden.\n' },
}

/** What a server says that limits nothing, or a right less than all. */
function limitsFor(right: Partial<Bearer> = {}): string {
  const served = { choice: {}, scoped: { scope: null, cwd: '/', env: {} } }
  return writeCallLimits(served, {
    id: 'x',
    name: 'x',
    vaults: null,
    folder: null,
    readOnly: false,
    ...right,
  })
}
const limits = limitsFor()

/** The server that holds a vault, and one that does not. */
async function sides({ servers, shared }: TestCluster, vault: string) {
  const row = await shared.postgres.db
    .selectFrom('lease')
    .innerJoin('server', 'server.id', 'lease.server')
    .select(['lease.server', 'lease.epoch'])
    .where('vault', '=', vault)
    .executeTakeFirstOrThrow()
  const holder = servers.find(({ said }) => said().includes(String(row.server)))!
  const others = servers.filter((server) => server !== holder)
  return { holder, others, epoch: Number(row.epoch) }
}

function withThree(use: (cluster: TestCluster, folder: string) => Promise<void>): Promise<void> {
  return withFolder({}, (folder) =>
    withDatabase((url) => withCluster({ folder, vaults, url: () => url }, (cluster) => use(cluster, folder))),
  )
}

/** One cluster for tests that stop none of its servers. */
function keepThree() {
  let opened: { readonly cluster: TestCluster; readonly folder: string } | null = null
  const over = Promise.withResolvers<undefined>()
  let serving = Promise.resolve()
  beforeAll(async () => {
    const ready = Promise.withResolvers<undefined>()
    serving = withThree(async (cluster, folder) => {
      opened = { cluster, folder }
      ready.resolve(undefined)
      await over.promise
    })
    await Promise.race([ready.promise, serving])
  })
  afterAll(async () => {
    over.resolve(undefined)
    await serving
  })
  return {
    async use(use: (cluster: TestCluster, folder: string) => Promise<void>): Promise<void> {
      if (opened === null) throw new Error('The servers did not start.')
      await use(opened.cluster, opened.folder)
    },
  }
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'three servers that all run', () => {
  const together = keepThree()

  test('any of them takes any call, and each vault has one holder', () =>
    together.use(async ({ servers, shared }, folder) => {
      for (const [number, server] of servers.entries()) {
        for (const vault of Object.keys(vaults)) {
          const made = await server.call('create_note', {
            vault_id: vault,
            title: `By ${number}`,
            path: `by-${number}.md`,
            content: 'x',
          })
          expect(made).toMatchObject({ change_id: expect.anything() })
        }
      }
      expect(await readFile(join(folder, 'vaults/work/by-2.md'), 'utf8')).toContain('x')
      // The least busy one opened each: three vaults, one for each server.
      const leases = await shared.postgres.db.selectFrom('lease').select(['server', 'epoch']).execute()
      expect(new Set(leases.map(({ server }) => server)).size).toBe(3)
      expect(leases.map(({ epoch }) => epoch)).toEqual(['1', '1', '1'])
      // A call to several is merged whoever is asked.
      const found = await Promise.all(
        servers.map((server) => server.call('search_notes', { vault_id: '*', query: 'garden' })),
      )
      for (const { results } of found) expect(results).toHaveLength(3)
      // What another one's vault refuses is told as it is here.
      for (const server of servers)
        expect(await server.call('get_note', { vault_id: 'home', identifier: 'nothing.md' })).toMatchObject({
          error: { code: 'NOT_FOUND' },
        })
    }))

  test('a token holds on all of them, and is refused on all once it is revoked', () =>
    together.use(async ({ servers, newToken, revoke }) => {
      const token = await newToken({ name: 'reader', vaults: ['home'], readOnly: true })
      for (const server of servers) {
        // PostgreSQL tells it of the token a moment after it was made.
        await until(`${server.name} knows it`, () =>
          server.call('list_vaults', {}, token).then(
            () => true,
            () => false,
          ),
        )
        expect(await server.call('get_note', { identifier: 'a.md', vault_id: 'home' }, token)).toMatchObject({
          title: 'Apples',
        })
        expect(await server.call('get_note', { identifier: 'b.md', vault_id: 'work' }, token)).toMatchObject({
          error: { code: 'VAULT_NOT_FOUND' },
        })
        await expect(server.call('create_note', { title: 'x', vault_id: 'home' }, token)).rejects.toThrow()
      }
      await revoke('reader')
      await Promise.all(
        servers.map((server) =>
          until(
            `${server.name} refuses it`,
            async () =>
              await server.call('get_note', { identifier: 'a.md', vault_id: 'home' }, token).then(
                () => false,
                (error: unknown) => String(error).includes('401'),
              ),
          ),
        ),
      )
    }))

  test('a refused request stands in the log of a server whose settings say nothing of it', () =>
    together.use(async ({ servers: [server] }) => {
      await expect(server!.call('list_vaults', {}, 'flint_nobody')).rejects.toThrow('401')
      await until('the log says so', () => server!.said().includes('"invalid token"'))
    }))

  test('the inner door lets in servers alone, and them with the caller’s own right', () =>
    together.use(async ({ servers, shared, token }) => {
      await servers[0]!.call('get_note', { identifier: 'a.md', vault_id: 'home' })
      const { address } = await shared.postgres.db
        .selectFrom('server')
        .select('address')
        .executeTakeFirstOrThrow()
      const signature = await HopSignature.open(shared.postgres)
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_vaults', arguments: {} },
      })
      const send = async (bearer: string, hop: string, sent = body, within = limits) => {
        const headers = {
          'x-flint-limits': within,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(bearer !== '' && { authorization: bearer }),
          ...(hop !== '' && { 'x-flint-hop': hop }),
        }
        return (await fetch(`${address}/mcp`, { method: 'POST', headers, body: sent })).status
      }
      const authorization = `Bearer ${token}`
      const sign = (bearer: string) =>
        signature.sign({ authorization: bearer, part: '', limits, body: Buffer.from(body) })
      expect(await send(authorization, sign(authorization))).toBe(200)
      // No signature, one that was made up, one for another body, other limits, another caller.
      expect(await send(authorization, '')).toBe(403)
      expect(await send(authorization, `${Date.now()}.AAAA`)).toBe(403)
      expect(
        await send(authorization, sign(authorization), body.replace('list_vaults', 'reindex_vault')),
      ).toBe(403)
      expect(await send(authorization, sign(authorization), body, limitsFor({ vaults: [] }))).toBe(403)
      expect(await send(authorization, sign('Bearer flint_other'))).toBe(403)
      // Even a server has no right of its own.
      expect(await send('', sign(''))).toBe(401)
      expect(await send('Bearer flint_unknown', sign('Bearer flint_unknown'))).toBe(401)
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
    }))

  test('the scope of a token holds across the hop, whatever its bearer says of it', () =>
    together.use(async ({ servers, newToken }) => {
      const home = await newToken({ name: 'home', vaults: ['home'] })
      const inside = await newToken({ name: 'inside', vaults: ['home'], folder: 'mine' })
      const inVault = { vault_id: 'home', content: 'x' }
      for (const [number, server] of servers.entries()) {
        await server.call('create_note', { ...inVault, title: 'In', path: `mine/${number}.md` }, inside)
        expect(
          await server.call('create_note', { ...inVault, title: 'Out', path: `out-${number}.md` }, inside),
        ).toMatchObject({ error: { code: 'PERMISSION_DENIED' } })
        // Whether there is such a note is not told.
        const [there, nowhere] = await Promise.all(
          ['a.md', 'nowhere.md'].map((identifier) =>
            server.call('get_note', { vault_id: 'home', identifier }, inside),
          ),
        )
        expect(there).toMatchObject({ error: { code: 'PERMISSION_DENIED' } })
        expect(JSON.stringify(nowhere).replaceAll('nowhere.md', 'a.md')).toBe(JSON.stringify(there))
        const all = { vault_id: '*', query: 'garden' }
        expect(await server.call('search_notes', all, inside)).toMatchObject({ results: [] })
        const found = await server.call('search_notes', all, home)
        expect(found.results).toMatchObject([{ id: 'a.md' }])
        const named = { ...all, vault_id: ['home', 'work'] }
        expect(await server.call('search_notes', named, home)).toMatchObject({
          error: { code: 'VAULT_NOT_FOUND' },
        })
      }
    }))

  test('a part that a server asks for has nothing beyond the right of its bearer', () =>
    together.use(async ({ servers, shared, token, newToken }) => {
      for (const vault of Object.keys(vaults)) await servers[0]!.call('list_notes', { vault_id: vault })
      const home = await newToken({ name: 'one vault', vaults: ['home'] })
      const own = await HopSignature.open(shared.postgres)
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_notes', arguments: { vault_id: '*', query: 'garden' } },
      })
      const ask = async (url: string, bearer: string, part: string, hop: string) => {
        const headers = {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${bearer}`,
          'x-flint-part': part,
          'x-flint-limits': limits,
          'x-flint-hop': hop,
        }
        const answer = await fetch(url, { method: 'POST', headers, body })
        return { status: answer.status, text: await answer.text() }
      }
      const sign = (bearer: string, part: string, by = own) =>
        by.sign({ authorization: `Bearer ${bearer}`, part, limits, body: Buffer.from(body) })
      const rows = await shared.postgres.db
        .selectFrom('lease')
        .innerJoin('server', 'server.id', 'lease.server')
        .select(['lease.vault', 'server.address'])
        .where('vault', '=', 'work')
        .execute()
      const inner = `${rows[0]!.address}/mcp`
      // Who holds another vault than the bearer may see says nothing of it, though a server asks.
      expect(await ask(inner, home, 'work', sign(home, 'work'))).toEqual({ status: 200, text: '{}' })
      expect((await ask(inner, token, 'work', sign(token, 'work'))).text).toContain('b.md')
      // One for another part, one of a cluster with another secret, and one of more than a minute ago.
      expect((await ask(inner, token, 'work', sign(token, 'home'))).status).toBe(403)
      const other = new HopSignature('0'.repeat(64))
      expect((await ask(inner, token, 'work', sign(token, 'work', other))).status).toBe(403)
      const { secret } = await shared.postgres.db
        .selectFrom('hop_secret')
        .select('secret')
        .executeTakeFirstOrThrow()
      const late = new HopSignature(secret, () => Date.now() - 61_000)
      expect((await ask(inner, token, 'work', sign(token, 'work', late))).status).toBe(403)
      // At the door for clients such headers say nothing, not even with a right signature.
      for (const { url } of servers) {
        const { status, text } = await ask(url, home, 'work', sign(home, 'work'))
        expect(status).toBe(200)
        expect(text).toContain('a.md')
        expect(text).not.toContain('b.md')
      }
    }))
})

describe.skipIf(noPostgres !== null)(noPostgres ?? 'three servers of which one stops', () => {
  test('a server whose signature the others do not know says so, and what to do', () =>
    withThree(async (cluster) => {
      const { servers, shared } = cluster
      for (const vault of Object.keys(vaults)) await servers[0]!.call('list_notes', { vault_id: vault })
      await shared.postgres.db
        .updateTable('hop_secret')
        .set({ secret: 'f'.repeat(64) })
        .execute()
      const { holder, others } = await sides(cluster, 'home')
      const [other] = others
      // It alone has read the secret since.
      await other!.kill()
      await other!.start()
      const told = await other!.call('get_note', { vault_id: 'home', identifier: 'a.md' })
      expect(told).toMatchObject({ error: { code: 'CLUSTER_UNAVAILABLE' } })
      expect(JSON.stringify(told)).toContain('clocks')
      const all = await other!.call('search_notes', { vault_id: ['home'], query: 'garden' })
      expect(JSON.stringify(all)).toContain('CLUSTER_UNAVAILABLE')
      expect(other!.said()).toContain('another server does not know what this one signs')
      expect(await holder.call('get_note', { vault_id: 'home', identifier: 'a.md' })).toMatchObject({
        title: 'Apples',
      })
    }))

  test('what a killed one held is served by another, with all that was acknowledged', () =>
    withThree(async (cluster, folder) => {
      const write = async (name: string) => {
        const [server] = cluster.servers
        await server!.call('create_note', {
          vault_id: 'home',
          title: name,
          path: `${name}.md`,
          content: name,
        })
      }
      await write('before')
      const { holder, others, epoch } = await sides(cluster, 'home')
      await holder.kill('SIGKILL')
      const [other] = others
      const made = await other!.call('create_note', {
        vault_id: 'home',
        title: 'after',
        path: 'after.md',
        content: 'y',
      })
      expect(made).toMatchObject({ change_id: expect.anything() })
      expect(await readFile(join(folder, 'vaults/home/before.md'), 'utf8')).toContain('before')
      expect((await sides(cluster, 'home')).epoch).toBe(epoch + 1)
    }))

  test('a paused one is put out, and when it wakes up it writes nothing', () =>
    withThree(async (cluster) => {
      const [first] = cluster.servers
      const create = { vault_id: 'home', path: 'one.md', title: 'One', content: 'first' }
      await first!.call('create_note', create)
      const { holder, others, epoch } = await sides(cluster, 'home')
      holder.signal('SIGSTOP')
      // It lies in the paused one's socket until it wakes up.
      const late = holder.call('create_note', {
        vault_id: 'home',
        path: 'late.md',
        title: 'Late',
        content: 'z',
      })
      const taken = await others[0]!.call('get_note', { vault_id: 'home', identifier: 'one.md' })
      expect(taken).toMatchObject({ title: 'One' })
      holder.signal('SIGCONT')
      // It is passed on to the new holder, or refused with what says "again": it is not written by this one.
      await late.catch(() => undefined)
      const { epoch: now } = await sides(cluster, 'home')
      expect(now).toBe(epoch + 1)
      const rows = await cluster.shared.postgres.db
        .selectFrom('change')
        .select('epoch')
        .where('vault', '=', 'home')
        .orderBy('id')
        .execute()
      const epochs = rows.map((row) => Number(row.epoch))
      expect(epochs).toEqual([...epochs].sort((a, b) => a - b))
    }))
})
