import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CheckedStep } from '../../src/changes/check-changes.ts'
import type { History } from '../../src/changes/history.ts'
import { hashOf } from '../../src/files/hash-file.ts'
import { version } from '../support/change-files.ts'
import { withFolder } from '../support/with-folder.ts'
import { begin, replacement } from '../support/with-history.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withStores } from '../support/with-stores.ts'

const now = new Date('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const all = { since: null, limit: 1_000, offset: 0 }
/** A text of so many bytes once it is packed. */
const incompressible = (bytes: number) => randomBytes(bytes).toString('base64')
const quiet = { debug: () => null, info: () => null, warn: () => null, error: () => null }

async function done(history: History, steps: readonly CheckedStep[], origin: object = {}): Promise<string> {
  const id = await begin(history, { tool: 'test', time: now, ...origin }, steps)
  expect(await history.finish(id)).toBe(true)
  return id
}

const idsOf = async (history: History, page: object = {}) =>
  (await history.list({ ...all, ...page })).changes.map(({ id }) => id)

const kept = (change: CheckedStep['change'], after: string | null, madeFolder: string | null = null) => ({
  change,
  after: after === null ? null : version(after).hash,
  mode: 0o600,
  madeFolder,
})

function move(path: string, to: string): CheckedStep {
  return kept({ kind: 'move', path, to, before: version('same\n'), text: null }, 'same\n')
}

const kinds = [
  { kind: 'own' as const, skip: null },
  { kind: 'postgres' as const, skip: noPostgres },
]

describe.each(kinds)('the history of a vault on $kind stores', ({ kind, skip }) => {
  const tried = (
    title: string,
    use: (history: History, another: () => Promise<History>) => Promise<void>,
  ) => {
    test.skipIf(skip !== null)(title, () =>
      withStores(async (stores) => {
        await withFolder({ 'vaults/key/': '' }, async (top) => {
          const opened: History[] = []
          const open = async () => {
            const { openHistory } = await stores.open('main')
            const history = openHistory(`${top}/vaults/key`, quiet, false)
            opened.push(history)
            await history.open()
            return history
          }
          await use(await open(), open).finally(() => {
            for (const history of opened) history.close()
          })
        })
      }, kind),
    )
  }

  tried(
    'gives back what every step replaced and wrote, and whose change it was',
    async (history, another) => {
      const steps = [
        kept({ kind: 'create', path: 'new/ä.md', text: 'new\n' }, 'new\n', 'new'),
        kept({ kind: 'replace', path: 'b.md', before: version('b\0\n'), text: 'B\n' }, 'B\n'),
        kept({ kind: 'move', path: 'c.md', to: 'd.md', before: version('c\n'), text: 'D\n' }, 'D\n'),
        move('e.md', 'f.md'),
        {
          change: { kind: 'move-folder' as const, path: 'g', to: 'h' },
          after: null,
          mode: null,
          madeFolder: null,
        },
        kept({ kind: 'remove', path: 'i.md', before: version('i\n') }, null),
      ]
      const id = await done(history, steps, { actor: 'client test', tool: 'move_note', reached: 3 })
      const elsewhere = await another()
      expect(await elsewhere.find(id)).toEqual({
        ...{ id, time: now.toISOString(), tool: 'move_note', state: 'done', reached: 3, undoes: null },
        ...{ undoneBy: null, pid: process.pid, actor: 'client test', files: 6 },
      })
      expect(await elsewhere.steps(id)).toMatchObject([
        {
          position: 0,
          kind: 'create',
          path: 'new/ä.md',
          beforeText: null,
          afterText: 'new\n',
          madeFolder: 'new',
        },
        {
          kind: 'replace',
          beforeText: 'b\0\n',
          afterText: 'B\n',
          beforeHash: version('b\0\n').hash,
          mode: 0o600,
        },
        {
          kind: 'move',
          movedTo: 'd.md',
          beforeText: 'c\n',
          afterText: 'D\n',
          afterHash: version('D\n').hash,
        },
        {
          kind: 'move',
          movedTo: 'f.md',
          beforeText: null,
          afterText: null,
          afterHash: version('same\n').hash,
        },
        { kind: 'move-folder', path: 'g', movedTo: 'h', mode: null },
        { position: 5, kind: 'remove', beforeText: 'i\n', afterHash: null },
      ])
      expect((await elsewhere.steps(id, 2)).map(({ path }) => path)).toEqual(['new/ä.md', 'b.md'])
      expect([...(await elsewhere.paths([id, '99'], 1)).entries()]).toEqual([
        [id, [{ kind: 'create', path: 'new/ä.md', movedTo: null }]],
        ['99', []],
      ])
    },
  )

  tried('keeps a change of many files, and one of a long text, as it does a small one', async (history) => {
    const text = incompressible(3_000_000)
    const long = await done(history, [replacement('long.md', text, `${text}more`)])
    expect((await history.steps(long))[0]).toMatchObject({ beforeText: text, afterText: `${text}more` })
    const names = Array.from({ length: 1_200 }, (_, at) => `${at}.md`)
    const many = await done(
      history,
      names.map((name) => replacement(name, `${name} before\n`)),
    )
    expect(await history.find(many)).toMatchObject({ files: 1_200 })
    expect((await history.steps(many)).map(({ beforeText }) => beforeText)).toEqual(
      names.map((name) => `${name} before\n`),
    )
  })

  tried(
    'says what is under way until it is done, and who has settled it meanwhile',
    async (history, another) => {
      expect([await history.begun(), await history.isCutOff()]).toEqual([[], false])
      const id = await begin(history, { tool: 'test', time: now }, [replacement('a.md', 'a\n')])
      expect(await history.isCutOff()).toBe(true)
      expect(await history.reach(id, 7)).toBe(true)
      expect(await history.begun()).toMatchObject([{ id, state: 'begun', reached: 7, files: 1 }])
      expect(await (await another()).begun()).toMatchObject([{ id, reached: 7 }])
      expect(await idsOf(history)).toEqual([])
      await history.abandon(id)
      expect([await history.reach(id, 8), await history.finish(id), await history.find(id)]).toEqual([
        false,
        false,
        null,
      ])
      expect(await history.steps(id)).toEqual([])
      const next = await done(history, [replacement('a.md', 'a\n')])
      expect(Number(next)).toBeGreaterThan(Number(id))
    },
  )

  tried('keeps the steps of a change that could not be taken back', async (history) => {
    const names = ['a.md', 'b.md', 'c.md']
    const id = await begin(
      history,
      { tool: 'test', time: now },
      names.map((name) => replacement(name, 'x\n')),
    )
    await history.keep(id, [1])
    expect(await history.find(id)).toMatchObject({ state: 'kept', files: 1 })
    expect((await history.steps(id)).map(({ path }) => path)).toEqual(['b.md'])
    expect(await history.isCutOff()).toBe(false)
  })

  tried('lists by time, by who it was and by id, in pages, the newest first', async (history) => {
    const step = [replacement('a.md', 'a\n')]
    const origins = [
      { time: daysAgo(9), actor: 'client one' },
      { time: daysAgo(5), actor: null },
      { time: daysAgo(1), actor: 'token two' },
      { actor: 'client two' },
    ]
    const made: string[] = []
    for (const origin of origins) made.push(await done(history, step, origin))
    const [first = '', second = '', third = '', fourth = ''] = made
    expect(await history.list({ ...all, limit: 2, offset: 1 })).toMatchObject({
      changes: [{ id: third }, { id: second }],
      total: 4,
    })
    expect(await idsOf(history, { since: daysAgo(5).toISOString() })).toEqual([fourth, third, second])
    expect(await idsOf(history, { actor: 'two' })).toEqual([fourth, third])
    expect(await idsOf(history, { actor: 'token two' })).toEqual([third])
    expect(await idsOf(history, { actor: 'unknown' })).toEqual([second])
    expect(await idsOf(history, { ids: [first, third, '999'] })).toEqual([third, first])
    expect(await idsOf(history, { ids: [] })).toEqual([])
    for (const id of ['x', '', '-1', '1; --', ' 1', '1 1', '9'.repeat(30)])
      expect(await history.find(id)).toBeNull()
  })

  tried('knows what undid a change, unless that was itself undone', async (history) => {
    const step = [replacement('a.md', 'a\n')]
    const change = await done(history, step)
    const undo = await done(history, step, { undoes: change })
    expect(await history.find(change)).toMatchObject({ undoneBy: undo })
    const redo = await done(history, step, { undoes: undo })
    expect(await history.find(change)).toMatchObject({ undoneBy: null })
    expect(await history.find(undo)).toMatchObject({ undoes: change, undoneBy: redo })
    const again = await done(history, step, { undoes: change })
    expect((await history.list(all)).changes.map(({ undoneBy }) => undoneBy)).toEqual([
      null,
      null,
      redo,
      again,
    ])
  })

  tried('finds a note’s steps under each of its names', async (history) => {
    const long = `${Array.from({ length: 40 }, () => randomBytes(60).toString('hex')).join('/')}.md`
    await done(history, [replacement('a.md', 'a\n'), replacement(long, 'a\n')])
    await done(history, [move('a.md', 'b.md')])
    const folder = { kind: 'move-folder' as const, path: 'x', to: 'y' }
    await done(history, [{ change: folder, after: null, mode: null, madeFolder: null }])
    await done(history, [replacement('b.md', 'same\n')])
    const end = { change: Number.MAX_SAFE_INTEGER, position: 0 }
    const start = { change: 0, position: 0 }
    expect(await history.lastStepAt('b.md', end)).toMatchObject({ change: 4, position: 0, kind: 'replace' })
    const moved = { change: 2, position: 0, kind: 'move', path: 'a.md', movedTo: 'b.md' }
    expect(await history.lastStepAt('b.md', { change: 4, position: 0 })).toEqual(moved)
    expect(await history.nextMoveFrom('a.md', start)).toEqual(moved)
    expect(await history.nextMoveFrom('a.md', { change: 2, position: 0 })).toBeNull()
    expect(await history.nextStepAt('a.md', start)).toMatchObject({ change: 1, kind: 'replace' })
    expect(await history.nextStepAt('x', start)).toBeNull()
    expect(await history.folderMoves()).toMatchObject([{ change: 3, path: 'x', movedTo: 'y' }])
    expect(await history.lastStepAt(long, end)).toMatchObject({ change: 1, position: 1 })
    expect(await history.lastStepAt('nowhere.md', end)).toBeNull()
  })

  tried('drops what is older than the limit and nothing younger; no limit drops nothing', async (history) => {
    const old = await done(history, [replacement('a.md', 'old\n')], { time: daysAgo(50) })
    const young = await done(history, [replacement('a.md', 'young\n')], { time: daysAgo(1) })
    for (const maxAgeDays of [0, 60]) await history.prune({ maxAgeDays, maxSizeMb: 1_000 }, now)
    expect(await idsOf(history)).toEqual([young, old])
    await history.prune({ maxAgeDays: 40, maxSizeMb: 1_000 }, now)
    expect(await idsOf(history)).toEqual([young])
    expect(await history.steps(old)).toEqual([])
  })

  tried('drops the oldest of what is larger than the limit, which is in megabytes', async (history) => {
    const old = await done(history, [replacement('a.md', incompressible(600_000))])
    const young = await done(history, [replacement('a.md', incompressible(500_000))])
    await history.prune({ maxAgeDays: 0, maxSizeMb: 2 }, now)
    expect(await idsOf(history)).toEqual([young, old])
    await history.prune({ maxAgeDays: 0, maxSizeMb: 1 }, now)
    expect(await idsOf(history)).toEqual([young])
  })

  tried('never drops a change that is under way, neither for its age nor for its size', async (history) => {
    const steps = [replacement('a.md', incompressible(600_000))]
    const begun = await begin(history, { tool: 'test', time: daysAgo(50) }, steps)
    const young = await done(history, [replacement('a.md', incompressible(600_000))])
    await history.prune({ maxAgeDays: 40, maxSizeMb: 1 }, now)
    expect((await history.begun()).map(({ id }) => id)).toEqual([begun])
    expect(await history.steps(begun)).toHaveLength(1)
    expect(await idsOf(history)).toEqual([young])
  })

  tried('keeps hashes as they were given', async (history) => {
    const id = await done(history, [replacement('a.md', 'a\n', 'b\n')])
    expect(await history.steps(id)).toMatchObject([
      { beforeHash: hashOf(Buffer.from('a\n')), afterHash: hashOf(Buffer.from('b\n')) },
    ])
  })
})
