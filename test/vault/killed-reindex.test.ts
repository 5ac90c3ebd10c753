import Database from 'better-sqlite3'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withFlint, type Flint } from '../cli/with-flint.ts'
import { dumpVectors } from '../support/dump-index.ts'
import { dataOf, registerVaults, serveFlint, type ServedFlint } from '../support/served-flint.ts'
import { until } from '../support/until.ts'

const count = 300
const files = Object.fromEntries(
  Array.from({ length: count }, (_, n) => [
    `n${n}.md`,
    `# Note ${n}\n\nRose and snow ${n}. See [[n${n + 1}]].\n`,
  ]),
)

async function embedded({ call }: ServedFlint): Promise<void> {
  await until(
    'every passage has a vector',
    async () => {
      await pause(350)
      const { index } = await call('get_vault_info', { detailed: true })
      const isWhole = index?.vectors === 'ready' && index.pending_vectors === 0 && index.own_model === 'whole'
      return index?.state === 'ready' && isWhole
    },
    { withinMs: 60_000 },
  )
}

/** Has the server make its index again, and kills it while it does. False where it was done before it died. */
async function killWhileReading(server: ServedFlint, file: string): Promise<boolean> {
  const db = new Database(file, { readonly: true })
  const reading = db.prepare<[], string>("SELECT value FROM state WHERE name = 'reading'").pluck()
  try {
    const answer = server.call('reindex_vault', { confirm: true, scope: 'all' })
    await until('it reads every note again', () => reading.get() === '')
    server.kill()
    expect((await answer).error.code).toBe('GONE')
    return reading.get() === ''
  } finally {
    db.close()
  }
}

async function serve(flint: Flint): Promise<ServedFlint> {
  return await serveFlint(flint, ['--toolsets', 'all'])
}

test(
  'a process that is killed while it makes the index again leaves the old one, with its vectors, to the next',
  { timeout: 180_000 },
  () =>
    withFlint({}, async (flint) => {
      await registerVaults(flint, { main: files }, 'use-lite-en-v1')
      const indexFile = join(dataOf(flint, join(flint.folder, 'main')).index, 'index.sqlite')
      let server = await serve(flint)
      await embedded(server)
      const vectors = dumpVectors(indexFile)
      let kills = 0
      await until(
        'it was killed three times in the middle',
        async () => {
          if (await killWhileReading(server, indexFile)) kills += 1
          server = await serve(flint)
          const found = await server.call('search_notes', { query: 'rose', mode: 'semantic', limit: 1 })
          expect(found).toMatchObject({ total: 200, halves: { semantic: true } })
          expect(found.halves.reason).toBeUndefined()
          expect((await server.call('get_note', { identifier: `Note ${count - 1}` })).id).toBe(
            `n${count - 1}.md`,
          )
          expect(await server.call('list_notes', { limit: 1 })).toMatchObject({ total: count })
          expect(await server.call('get_backlinks', { identifier: 'n7.md' })).toMatchObject({ total: 1 })
          await embedded(server)
          expect(dumpVectors(indexFile)).toEqual(vectors)
          return kills === 3
        },
        { withinMs: 120_000 },
      )
    }),
)
