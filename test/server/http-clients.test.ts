import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Client as NewClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { addTwoVaults, type Flint, mainFile, twoFolders, withFlint } from '../cli/with-flint.ts'
import { plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import {
  type AnyClient,
  callOver,
  connectOver,
  type Era,
  eras,
  initialize,
  startHttp,
} from './http-server.ts'

/** Goes on until its time limit, which is that of a test. */
const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'

/** What an agent does in a session, the same over every transport and with every client. */
async function liveThrough(client: AnyClient, era: Era, flint: Flint): Promise<void> {
  expect(client.getServerVersion()).toMatchObject({ name: 'flint-note' })
  expect(client.getInstructions()).toContain('content_hash')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('search_notes')
  const call = (name: string, args?: object) => callOver(client, name, args)

  const { vaults } = await call('list_vaults')
  expect(vaults).toMatchObject([{ id: 'ideas', is_current: true }, { id: 'tours' }])
  const found = await call('search_notes', { query: 'pass', vault_id: 'tours' })
  expect(found).toMatchObject({ vault: 'tours', results: [{ id: 'alps.md' }] })
  await call('switch_vault', { vault_id: 'tours' })
  expect((await call('get_current_vault')).vault).toBe('tours')
  await call('switch_vault', { vault_id: 'ideas' })

  const title = `Chair of ${era}`
  const created = await call('create_note', { title, content: 'Of walnut, see [[lamp]].', type: '' })
  expect(created.error).toBeUndefined()
  const note = await call('get_note', { identifier: title })
  expect(note.content).toContain('Of walnut')
  const stale = { identifier: title, content: 'New', content_hash: `sha256:${'0'.repeat(64)}` }
  expect((await call('update_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
  const updated = await call('update_note', { ...stale, content_hash: note.content_hash })
  expect(updated.error).toBeUndefined()
  await call('append_to_note', { identifier: title, content: 'Zweite Zeile – 二行目\n' })
  const file = join(flint.folder, 'ideas', note.id)
  expect(await readFile(file, 'utf8')).toMatch(/New[^]*Zweite Zeile – 二行目\n$/)
  expect((await call('search_notes', { query: '二行目' })).results[0].id).toBe(note.id)

  const removal = { identifier: title, mode: 'trash' }
  expect((await call('delete_note', removal)).error.code).toBe('CONFIRMATION_REQUIRED')
  const removed = await call('delete_note', { ...removal, confirm: true })
  expect(removed.error).toBeUndefined()
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  await call('undo_change', { change_id: removed.change_id })
  expect(await readFile(file, 'utf8')).toContain('New')

  expect((await call('get_note', { identifer: 'lamp.md' })).error.code).toBe('INVALID_ARGUMENT')
  await expect(client.callTool({ name: 'get_nte', arguments: {} })).rejects.toThrow('Did you mean get_note')
  const both = await Promise.all(['ideas', 'tours'].map((id) => call('list_notes', { vault_id: id })))
  expect(both.map(({ vault }) => vault)).toEqual(['ideas', 'tours'])
}

async function connectToProcess(flint: Flint, era: Era): Promise<AnyClient> {
  const how = {
    command: process.execPath,
    args: [mainFile, 'serve'],
    env: { ...flint.env },
    cwd: join(flint.folder, 'home'),
    stderr: 'ignore' as const,
  }
  const info = { name: 'test', version: '1' }
  if (era === '2025') {
    const client = new OldClient(info)
    await client.connect(new OldStdio(how))
    return client
  }
  const client = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new NewStdio(how))
  return client
}

test.each(eras)('%s over standard input and output: a session', (era) =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const client = await connectToProcess(flint, era)
    await liveThrough(client, era, flint)
    await client.close()
  }),
)

test.each(eras)('%s over HTTP: the same session', (era) =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { token } = await flint.json(['token', 'create', 'laptop'])
    const server = await startHttp(flint)
    const client = await connectOver(server.url, token, era)
    await liveThrough(client, era, flint)
    await client.close()
    expect(await server.stop()).toBe(0)
  }),
)

test('a client that probes for the newest revision gets it', () =>
  withFlint(twoFolders, async (flint) => {
    const server = await startHttp(flint)
    const client = new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)))
    expect(client.getProtocolEra()).toBe('modern')
    await client.close()
  }))

test('many clients of both eras share the open vaults, and every write is kept', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const server = await startHttp(flint)
    const clients = await Promise.all(
      Array.from({ length: 12 }, (_, index) => connectOver(server.url, null, eras[index % 2] ?? '2026')),
    )
    await Promise.all(
      clients.map(async (client, index) => {
        const vault = index % 3 === 0 ? 'tours' : 'ideas'
        const args = { identifier: index % 3 === 0 ? 'alps.md' : 'lamp.md', vault_id: vault }
        for (const round of [1, 2, 3]) {
          const written = await callOver(client, 'append_to_note', {
            ...args,
            content: `line ${index}.${round}\n`,
          })
          expect(written).toMatchObject({ vault })
        }
      }),
    )
    const texts = await Promise.all(
      ['ideas/lamp.md', 'tours/alps.md'].map((path) => readFile(join(flint.folder, path), 'utf8')),
    )
    expect(texts.join('').match(/^line \d+\.\d$/gm)?.length).toBe(36)
    await Promise.all(clients.map((client) => client.close()))
  }))

test('a token that another process revokes is refused at the next request', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const server = await startHttp(flint)
    const { token } = await flint.json(['token', 'create', 'laptop', '--vaults', 'tours', '--read-only'])
    const client = await connectOver(server.url, token, '2025')
    expect((await callOver(client, 'list_vaults')).vaults).toMatchObject([{ id: 'tours' }])
    await flint.run(['token', 'revoke', 'laptop'])
    await expect(callOver(client, 'list_vaults')).rejects.toThrow()
    await client.close()
    expect(server.stderr()).not.toContain(token)
  }))

test.each(['SIGINT', 'SIGTERM'] as const)('%s: writes that have begun are finished, then it ends', (signal) =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const server = await startHttp(flint)
    const client = await connectOver(server.url, null, '2026')
    await callOver(client, 'list_notes')
    const writes = Array.from({ length: 20 }, (_, index) =>
      callOver(client, 'create_note', { title: `Note ${index}`, content: 'x', type: '' }).then(
        (result) => result.id ?? result.path ?? null,
        () => null,
      ),
    )
    await Promise.race(writes)
    expect(await server.stop(signal)).toBe(0)
    const told = (await Promise.all(writes)).filter((path) => path !== null)
    expect(told.length).toBeGreaterThan(0)
    for (const path of told) expect(await readFile(join(flint.folder, 'ideas', path), 'utf8')).toContain('x')
    await client.close()
  }),
)

test('clients that wait for an answer or hold a connection open do not keep it from ending', () =>
  withFlint(twoFolders, async (flint) => {
    const server = await startHttp(flint)
    const idle = await fetch(new URL('/healthz', server.url))
    expect(await idle.json()).toEqual({ status: 'ok' })
    await addTwoVaults(flint)
    const half = connect(Number(new URL(server.url).port), '127.0.0.1')
    half.on('error', () => undefined).write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n')
    const client = await connectOver(server.url, null, '2026')
    const waiting = callOver(client, 'search_notes_sql', { query: endless }).catch(() => null)
    await callOver(client, 'list_vaults')
    expect(await server.stop('SIGTERM')).toBe(0)
    await waiting
    await client.close()
  }))

test('the port comes from --port, else PORT, else the registry', () =>
  withFlint({}, async (flint) => {
    const first = await startHttp(flint, [], { PORT: '0' })
    const { port } = new URL(first.url)
    const taken = await flint.run(['serve', '--http', '--port', port])
    expect(taken).toMatchObject({ code: 4, stdout: '' })
    expect(taken.stderr).toContain(`Port ${port} is in use`)
    const second = await startHttp(flint, ['--port', '0'], { PORT: port })
    expect(new URL(second.url).port).not.toBe(port)
    expect(await flint.run(['serve', '--http'], { env: { PORT: 'high' } })).toMatchObject({ code: 2 })
    await first.stop()
    await writeFile(join(flint.folder, '.config/config.yml'), `mcp_server:\n  port: ${port}\n`)
    const third = await startHttp(flint, [])
    expect(new URL(third.url).port).toBe(port)
  }))

test('VAULT_PATH is a folder of vaults, one for each subfolder', () =>
  withFlint(twoFolders, async (flint) => {
    const server = await startHttp(flint, ['--port', '0'], { VAULT_PATH: flint.folder })
    const client = await connectOver(server.url, null, '2025')
    const { vaults } = await callOver(client, 'list_vaults')
    const ids = vaults.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining(['ideas', 'tours']))
    const found = await callOver(client, 'search_notes', { query: 'walnut', vault_id: 'ideas' })
    expect(found.results).toHaveLength(2)
    await client.close()
  }))

test('off loopback it says that a token is needed, and --allowed-host names this machine', () =>
  withFlint(twoFolders, async (flint) => {
    const server = await startHttp(flint, [
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--allowed-host',
      'notes.local',
    ])
    await until('it says so', () => server.stderr().includes('flint token create'))
    const { port } = new URL(server.url)
    const ask = async (token?: string) =>
      await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          origin: 'https://notes.local',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(initialize),
      })
    expect((await ask()).status).toBe(401)
    const { token } = await flint.json(['token', 'create', 'laptop'])
    expect((await ask(token)).status).toBe(200)
  }))

test('options of HTTP without --http are refused', () =>
  withFlint({}, async ({ run }) => {
    for (const args of [
      ['--port', '1'],
      ['--host', 'x'],
      ['--allowed-host', 'x'],
    ]) {
      expect(plain(await run(['serve', ...args]))).toMatchObject({ code: 2, stdout: '' })
    }
  }))
