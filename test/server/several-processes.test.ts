import Database from 'better-sqlite3'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Coordination } from '../../src/locks/coordination.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { withFlint, type Flint } from '../cli/with-flint.ts'
import { dumpIndex } from '../support/dump-index.ts'
import { indexFromNothing } from '../support/index-from-nothing.ts'
import { times } from '../support/long.ts'
import { dataOf, registerVaults, serveFlint, type ServedFlint } from '../support/served-flint.ts'
import { until } from '../support/until.ts'
import type { Json } from '../support/with-vault.ts'

// `npm run soak` says how much, and where the measured times go; here it is small.
const { notes, report }: { notes: number; report: string | null } = JSON.parse(
  process.env['FLINT_SOAK_PROCESSES'] ?? `{"notes":${times(50, 150)},"report":null}`,
)
const withinMs = 60_000

test(
  'five servers and the command line on one vault: one indexes, one embeds, another takes over when those are killed, and nothing is lost or done twice',
  { timeout: 180_000 },
  () =>
    withFlint({}, async (flint) => {
      const root = join(flint.folder, 'main')
      const clients = ['0', '1', '2', '3', '4', 'cli']
      const counts = Object.fromEntries(clients.map((name) => [`count-${name}.md`, 'n=0\n']))
      const files = { 'shared.md': `${clients.map((name) => `${name}=0`).join(' ')}\n`, ...counts }
      await registerVaults(flint, { main: files }, 'use-lite-en-v1')
      const { index, state } = dataOf(flint, root)
      const indexFile = join(index, 'index.sqlite')
      const servers = await Promise.all([0, 1, 2, 3, 4].map(() => serveFlint(flint)))
      const holders = new Coordination(state)

      // All of them start at once on a vault that none of them knows.
      await Promise.all(servers.map(({ call }) => call('get_current_vault')))
      expect(await leases(servers)).toEqual([
        'another process',
        'another process',
        'another process',
        'another process',
        'this process',
      ])
      await until('the first notes have vectors', () => countVectors(indexFile) === clients.length + 1, {
        withinMs,
      })
      recordVectors(indexFile)

      // Writing and reading by all, and work for the one that embeds.
      let isOver = false
      const work = clients.map((name) => {
        const call =
          servers[Number(name)]?.call ?? ((tool: string, args?: object) => callByCommand(flint, tool, args))
        return countUp(name, call, () => isOver)
      })
      const writeNotes = async (from: number, count: number) => {
        for (let at = from; at < from + count; at++)
          await writeFile(
            join(root, `note ${at}.md`),
            `# Number ${at}\n\nnoteword${at}z is what number ${at} says.\n`,
          )
      }
      await writeNotes(0, notes)
      const noteHashes = () => hashesOf(indexFile, "path LIKE 'note %'")
      const embeddedNotes = () => noteHashes().filter((hash) => written(indexFile).includes(hash)).length
      await until('every client has written', () => work.every(({ count }) => count.own > 0), { withinMs })
      await until('a part of the notes has vectors', () => embeddedNotes() > 0, { withinMs })

      const [indexer, embedder] = [holders.holderOf('indexer'), holders.holderOf('embedder')]
      const killed = servers.filter(({ pid }) => pid === indexer || pid === embedder)
      expect(servers.map(({ pid }) => pid)).toEqual(expect.arrayContaining([indexer, embedder]))
      for (const server of killed) server.kill()
      const killedAt = performance.now()
      const atKill = embeddedNotes()
      // There may be nothing left to embed by now.
      await writeNotes(notes, 20)
      const left = servers.filter((server) => !killed.includes(server))
      await until('another one holds the lease', async () => (await leases(left)).includes('this process'), {
        withinMs,
      })
      const indexedAfter = performance.now() - killedAt
      await until('another one embeds', () => embeddedNotes() > atKill, { withinMs })
      const embeddedAfter = performance.now() - killedAt
      expect((await leases(left)).filter((lease) => lease === 'this process')).toHaveLength(1)

      isOver = true
      const done = await Promise.all(work.map(({ done }) => done))
      await until(
        'every note has a vector',
        () => hashesOf(indexFile).every((hash) => written(indexFile).includes(hash)),
        { withinMs },
      )

      // Nothing was embedded twice.
      expect(twice(written(indexFile))).toEqual([])
      // No caller was told of more than a note that changed meanwhile, and what each was told is written was.
      const shared = await readFile(join(root, 'shared.md'), 'utf8')
      for (const { name, own, common, errors } of done) {
        expect({ name, errors: [...errors].filter((code) => code !== 'CONTENT_HASH_MISMATCH') }).toEqual({
          name,
          errors: killed.includes(servers[Number(name)]!) ? ['GONE'] : [],
        })
        // The killed one may have written without having lived to say so.
        const spare = errors.has('GONE') ? 1 : 0
        const inOwn = Number(/n=(\d+)/.exec(await readFile(join(root, `count-${name}.md`), 'utf8'))?.[1])
        const inShared = Number(new RegExp(`\\b${name}=(\\d+)`).exec(shared)?.[1])
        expect(inOwn - own).toBeGreaterThanOrEqual(0)
        expect(inOwn - own).toBeLessThanOrEqual(spare)
        expect(inShared - common).toBeGreaterThanOrEqual(0)
        expect(inShared - common).toBeLessThanOrEqual(spare)
        expect({ name, hasWritten: own > 0 }).toEqual({ name, hasWritten: true })
      }
      for (const { stderr } of servers) expect(stderr()).not.toMatch(busy)
      const expected = await indexFromNothing(
        { id: 'main' as VaultId, name: 'main', root },
        join(flint.folder, 'other data'),
      )
      await until('the indexes agree', () => dumpIndex(indexFile).join('\n') === expected.join('\n'))
      holders.close()
      if (report !== null) {
        const writes = done.reduce((sum, { own, common }) => sum + own + common, 0)
        const vectors = written(indexFile).length
        await writeFile(report, JSON.stringify({ indexedAfter, embeddedAfter, atKill, vectors, writes }))
      }
    }),
)

/** What each server says of who indexes, once it knows the index. */
async function leases(servers: readonly ServedFlint[]): Promise<readonly string[]> {
  let infos: readonly Json[] = []
  const areKnown = async () => {
    infos = await Promise.all(servers.map(({ call }) => call('get_vault_info', { detailed: true })))
    for (const [at, { error }] of infos.entries())
      expect({ error, log: error && servers[at]?.stderr() }).toEqual({})
    return infos.every(({ index }) => index !== undefined)
  }
  await until('every server knows the index', areKnown, { withinMs })
  return infos.map(({ index }) => index.lease as string).sort()
}

interface Count {
  readonly name: string
  /** What it was told is written, in its own note and in the one that all write. */
  own: number
  common: number
  readonly errors: Set<string>
}

/** Adds one to a note of its own and to its number in a note that all write, and searches, until it is over. */
function countUp(name: string, call: ServedFlint['call'], isOver: () => boolean) {
  const count: Count = { name, own: 0, common: 0, errors: new Set() }
  const add = async (identifier: string, key: string) => {
    const note: Json = await call('get_note', { identifier })
    if (note.error !== undefined) return note
    const content = note.content.replace(
      new RegExp(`\\b${key}=(\\d+)`),
      (_: string, number: string) => `${key}=${Number(number) + 1}`,
    )
    return await call('update_note', { identifier, content, content_hash: note.content_hash })
  }
  const work = async () => {
    for (let round = 1; !isOver() && !count.errors.has('GONE'); round++) {
      const inOwn = await add(`count-${name}.md`, 'n')
      if (inOwn.error === undefined) count.own += 1
      const inShared = await add('shared.md', name)
      if (inShared.error === undefined) count.common += 1
      const found = await call('search_notes', { query: `noteword${round}z`, mode: 'keyword' })
      for (const { error } of [inOwn, inShared, found]) if (error !== undefined) count.errors.add(error.code)
    }
    return count
  }
  return { count, done: work() }
}

async function callByCommand({ run }: Flint, tool: string, args: object = {}): Promise<Json> {
  const { stdout, stderr } = await run(['call', tool, '--json', JSON.stringify(args)])
  expect(stderr).not.toMatch(busy)
  return JSON.parse(stdout)
}

const busy = /SQLITE_|database is locked/

function query<Row>(file: string, sql: string): Row[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], Row>(sql).all()
  } finally {
    db.close()
  }
}

function countVectors(file: string): number {
  const tables = query(file, "SELECT 1 FROM sqlite_master WHERE name = 'vector_1'")
  return tables.length === 0 ? 0 : query(file, 'SELECT 1 FROM vector_1').length
}

/** From now on every vector that is written leaves a line, whoever writes it. */
function recordVectors(file: string): void {
  const db = new Database(file)
  db.exec(`CREATE TABLE written (hash TEXT NOT NULL);
    INSERT INTO written SELECT hash FROM vector_1 JOIN passage ON passage.id = passage;
    CREATE TRIGGER record_vector AFTER INSERT ON vector_1 BEGIN
      INSERT INTO written SELECT hash FROM passage WHERE id = NEW.passage;
    END`)
  db.close()
}

const written = (file: string) =>
  query<{ hash: string }>(file, 'SELECT hash FROM written').map(({ hash }) => hash)
const hashesOf = (file: string, which = 'true') =>
  query<{ hash: string }>(
    file,
    `SELECT p.hash FROM chunk c JOIN passage p ON p.id = c.passage JOIN note n ON n.id = c.note WHERE ${which}`,
  ).map(({ hash }) => hash)
const twice = (all: readonly string[]) => all.filter((hash, at) => all.indexOf(hash) !== at)
