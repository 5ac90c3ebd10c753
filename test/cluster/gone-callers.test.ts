import Database from 'better-sqlite3'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Coordination } from '../../src/locks/coordination.ts'
import { until } from '../support/until.ts'
import { withCluster } from '../support/with-cluster.ts'
import { withFolder } from '../support/with-folder.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase } from '../support/with-postgres.ts'

const vaults = { home: { 'log.md': '# Log\n' } }
const note = { vault_id: 'home', identifier: 'log.md' }

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a server that passes a write on and is killed', () => {
  test('leaves it to the holder, which lets it not begin and answers no look at the vault before that is certain', () =>
    withFolder({}, (folder) =>
      withDatabase((url) =>
        withCluster({ folder, vaults, url: () => url }, async ({ servers }) => {
          const [holder, passing, other] = servers
          await holder!.call('get_note_info', note)
          const states = join(folder, 'server-0/data/vaults')
          const [state] = await readdir(states)
          const locks = new Coordination(join(states, state!))
          const held = await locks.acquire('write', { waitMs: 10_000 })
          const append = { ...note, mode: 'append', content: 'once;\n' }
          const broken = passing!.call('update_note', append).catch(String)
          await until('the write waits at the holder', () => isWanted(join(states, state!, 'locks.sqlite')))
          await passing!.kill('SIGKILL')
          expect(await broken).toContain('fetch failed')
          const told: string[] = []
          const look = other!.call('get_note_info', note).then((found) => {
            told.push('look')
            return found
          })
          for (let turn = 0; turn < 10; turn++) await holder!.call('list_vaults')
          told.push('the holder may write')
          held.release()
          locks.close()
          expect(await look).not.toHaveProperty('error')
          expect(told).toEqual(['the holder may write', 'look'])
          // It waited for its turn, and nobody for it: whoever repeats the call has the text once.
          expect(await readFile(join(folder, 'vaults/home/log.md'), 'utf8')).toBe('# Log\n')
        }),
      ),
    ))
})

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a server that passes a write on', () => {
  test('takes it back from the holder where its client of 2025 cancels it', () =>
    withFolder({}, (folder) =>
      withDatabase((url) =>
        withCluster({ folder, vaults, url: () => url }, async ({ servers, token }) => {
          const [holder, passing] = servers
          await holder!.call('get_note_info', note)
          const states = join(folder, 'server-0/data/vaults')
          const [state] = await readdir(states)
          const locks = new Coordination(join(states, state!))
          const held = await locks.acquire('write', { waitMs: 10_000 })
          const send = async (id: number | undefined, method: string, params: object) =>
            await fetch(passing!.url, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                accept: 'application/json, text/event-stream',
                authorization: `Bearer ${token}`,
                'mcp-session-id': 'one',
              },
              body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
            })
          const args = { ...note, mode: 'append', content: 'never;\n' }
          const asked = send(7, 'tools/call', { name: 'update_note', arguments: args })
          await until('the write waits at the holder', () => isWanted(join(states, state!, 'locks.sqlite')))
          expect((await send(undefined, 'notifications/cancelled', { requestId: 7 })).status).toBe(202)
          expect(await (await asked).text()).toContain('CLUSTER_UNAVAILABLE')
          for (let turn = 0; turn < 10; turn++) await holder!.call('list_vaults')
          held.release()
          locks.close()
          await holder!.call('update_note', { ...note, mode: 'append', content: 'later;\n' })
          expect(await readFile(join(folder, 'vaults/home/log.md'), 'utf8')).toBe('# Log\nlater;\n')
        }),
      ),
    ))
})

function isWanted(file: string): boolean {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare(`SELECT 1 FROM holder WHERE name = 'write' AND wanted = 1`).get() !== undefined
  } finally {
    database.close()
  }
}
