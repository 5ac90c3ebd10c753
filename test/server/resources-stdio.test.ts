import { fileURLToPath } from 'node:url'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client as NewClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { noteTemplate } from '../../src/offers/resources/note-uri.ts'
import { plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const program = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))
const info = { name: 'test', version: '1' }
const uri = 'flint-note://notes/notes/a%20b.md'

/** How to start the program on a vault of this folder. */
async function prepare(folder: string) {
  const config = join(folder, 'config')
  await mkdir(config)
  const path = join(folder, 'notes')
  await writeFile(
    join(config, 'config.yml'),
    JSON.stringify({ vaults: { notes: { name: 'Notes', path } }, current_vault: 'notes' }),
  )
  return {
    command: process.execPath,
    args: [program, 'serve'],
    env: { HOME: folder, FLINT_CONFIG_DIR: config, FLINT_DATA_DIR: join(folder, 'data'), PATH: '' },
    cwd: folder,
    stderr: 'ignore' as const,
  }
}

test('the program serves a 2025 client resources, completions and notices', () =>
  withFolder({ 'notes/a b.md': 'One\n' }, async (folder) => {
    const client = new OldClient(info)
    const notices: string[] = []
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      notices.push(params.uri)
    })
    await client.connect(new OldTransport(await prepare(folder)))
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: true },
      completions: {},
    })
    expect(plain(await client.listResources()).resources.at(-1)).toMatchObject({ uri, name: 'a b.md' })
    const ref = { type: 'ref/resource' as const, uri: noteTemplate }
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: 'a' } })
    expect(completion.values).toEqual(['a b.md'])
    await expect(client.readResource({ uri: `${uri}x` })).rejects.toMatchObject({ code: -32002 })
    await client.subscribeResource({ uri })
    await writeFile(join(folder, 'notes', 'a b.md'), 'Two\n')
    await until('the notice', () => notices.length > 0)
    expect(notices).toEqual([uri])
    expect(plain(await client.readResource({ uri })).contents[0].text).toBe('Two\n')
    await client.close()
  }))

test('the program serves a 2026 client the same, and one process hears of what another one writes', () =>
  withFolder({ 'notes/a b.md': 'One\n' }, async (folder) => {
    const how = await prepare(folder)
    const open = async () => {
      const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } })
      const notices: string[] = []
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        notices.push(params.uri)
      })
      await client.connect(new NewTransport(how))
      expect(client.getProtocolEra()).toBe('modern')
      return { client, notices }
    }
    const [first, second] = [await open(), await open()]
    // On a vault that is being looked through for the first time a list may come before its end.
    await until(
      'it is listed',
      async () => plain(await first.client.listResources()).resources.at(-1).uri === uri,
    )
    await expect(first.client.readResource({ uri: `${uri}x` })).rejects.toMatchObject({ code: -32602 })
    const subscriptions = await Promise.all(
      [first, second].map(({ client }) => client.listen({ resourceSubscriptions: [uri] })),
    )
    const append = { name: 'append_to_note', arguments: { identifier: 'a b.md', content: 'Two' } }
    await second.client.callTool(append)
    await until('both notices', () => first.notices.length > 0 && second.notices.length > 0)
    await first.client.callTool(append)
    await until('both again', () => first.notices.length > 1 && second.notices.length > 1)
    expect([...first.notices, ...second.notices]).toEqual([uri, uri, uri, uri])
    await subscriptions[0]?.close()
    await second.client.callTool(append)
    await until('the notice of who still listens', () => second.notices.length > 2)
    expect(first.notices).toHaveLength(2)
    await Promise.all([first.client.close(), second.client.close()])
  }))
