import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Flint, withFlint } from '../cli/with-flint.ts'
import { openPostgres, type Postgres } from '../../src/postgres/open-postgres.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** The command line of a person whose settings name a PostgreSQL. */
function withNamed(use: (flint: Flint, url: string) => Promise<void>): Promise<void> {
  return withFlint({ 'notes/a.md': '# A\n' }, (flint) =>
    withDatabase(async (url) => {
      const { FLINT_CONFIG_DIR: config = '' } = flint.env
      await mkdir(config, { recursive: true })
      const vaults = { notes: { name: 'Notes', path: join(flint.folder, 'notes') } }
      const settings = { vaults, cluster: { url }, search: { model: 'none' } }
      await writeFile(join(config, 'config.yml'), JSON.stringify(settings))
      await use(flint, url)
    }),
  )
}

async function withStore(url: string, use: (store: Postgres) => Promise<void>): Promise<void> {
  const store = await openPostgres({ url, log })
  try {
    await use(store)
  } finally {
    await store.close()
  }
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a terminal whose settings name a cluster', () => {
  test('looks at no database as at one that servers share, and leaves nothing there', () =>
    withNamed(async ({ run, json }, url) => {
      for (const args of [['status'], ['drain']]) {
        const { code, stderr } = await run(['cluster', ...args])
        expect(code).not.toBe(0)
        expect(stderr).toContain('no server has joined there')
      }
      const { findings } = await json(['doctor'])
      expect(findings).toContainEqual(expect.objectContaining({ check: 'cluster', state: 'problem' }))
      await expect(openPostgres({ url, log, mustExist: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }))

  test('says of lists, history and tokens whose they are', () =>
    withNamed(async ({ run, json }, url) => {
      await withStore(url, async ({ db }) => {
        const old = sql<Date>`now() - interval '20 minutes'`
        // Nobody beats for them.
        const beat = sql<Date>`now() + interval '20 minutes'`
        const here = { address: 'http://10.0.0.5:1066', version: '1', beat }
        await db
          .insertInto('server')
          .values([
            { id: 'box-1', ...here },
            { id: 'box-2', ...here },
            { id: 'gone', ...here, beat: old },
          ])
          .execute()
      })
      for (const args of [['list'], ['history', '--vault', 'notes']]) {
        const { code, stderr } = await run(args)
        expect(code).toBe(0)
        expect(stderr).toContain('in PostgreSQL')
      }
      const { findings } = await json(['doctor'])
      expect(findings).toContainEqual(
        expect.objectContaining({
          check: 'cluster',
          state: 'ok',
          message: expect.stringContaining('PostgreSQL'),
        }),
      )
      const person = await run(['token', 'create', 'anna', '--person'])
      expect(person.code).not.toBe(0)
      expect(person.stderr).toContain('page')
      // One that has been silent for long is forgotten, and a wrong name is told those that there are.
      const { servers } = await json(['cluster', 'status'])
      expect(servers.map(({ id }: { readonly id: string }) => id)).toEqual(['box-1', 'box-2'])
      const wrong = await run(['cluster', 'drain', 'nosuch'])
      expect(wrong.stderr).toContain('box-1, box-2')
    }))
})
