import Database from 'better-sqlite3'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChangeLog } from '../../src/changes/change-log.ts'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { vaultScope } from '../../src/changes/vault-scope.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { bytesVersion, version } from '../support/change-files.ts'
import { column } from '../support/plain.ts'
import { treeOf } from '../support/tree-of.ts'
import { type GivenDoor, withDoor } from '../support/with-door.ts'
import { begin } from '../support/with-history.ts'
import { usualKind } from '../support/with-stores.ts'

const noFacts = () => Promise.resolve(null)
const undoing = { tool: 'undo', dryRun: false }
const all = { since: null, limit: 100, offset: 0 }

function logOf({ door }: Pick<GivenDoor, 'door'>): ChangeLog {
  return new ChangeLog(door, async (identifier) => {
    if (await door.files.exists(identifier)) return identifier
    throw new VaultError('NOT_FOUND', 'There is no such note.', { hint: 'None.' })
  })
}

async function done({ door, lock }: GivenDoor, ...changes: readonly FileChange[]): Promise<string> {
  return (await writeChanges(door, lock, 'test', changes)).changeId ?? ''
}

const ids = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => Number(id))

const replace = (path: string, from: string, to: string): FileChange => ({
  kind: 'replace',
  path,
  before: version(from),
  text: to,
})
const create = (path: string, text: string): FileChange => ({ kind: 'create', path, text })
const remove = (path: string, text: string): FileChange => ({ kind: 'remove', path, before: version(text) })

// No such history was ever kept there.
const onPostgres = usualKind === 'postgres'

/** As histories were before they kept what was written. */
function forgetWritten({ at }: GivenDoor): void {
  const db = new Database(join(at('.'), '../state/history.sqlite'))
  db.exec('UPDATE changed_file SET written = NULL')
  db.close()
}

const bytes = Buffer.from([0xff, 0, 0xe9])
const before = { 'a.md': 'a\n', 'c.md': 'c\n', 'd.md': 'd\n', 'old/in.md': 'in\n', 'old/edited.md': 'one\n' }
const everything: readonly FileChange[] = [
  replace('a.md', 'a\n', 'A\n'),
  create('new/deep/b.md', 'b\n'),
  remove('c.md', 'c\n'),
  { kind: 'move', path: 'd.md', to: 'moved/e.md', before: version('d\n'), text: 'D\n' },
  { kind: 'move', path: 'p.bin', to: 'moved/q.bin', before: bytesVersion(bytes), text: null },
  replace('old/edited.md', 'one\n', 'two\n'),
  { kind: 'move-folder', path: 'old', to: 'made/below' },
  replace('made/below/in.md', 'in\n', 'IN\n'),
]

test.each([
  ['as this version writes it', false] as const,
  ...(onPostgres ? [] : [['of a version that did not keep what was written', true] as const]),
])('a change of every kind is undone whole from a history %s, and done again', (_what, isOld) =>
  withDoor(before, async (given) => {
    fs.writeFileSync(given.at('p.bin'), bytes)
    fs.chmodSync(given.at('c.md'), 0o600)
    const log = logOf(given)
    const untouched = treeOf(given.at('.'))
    const id = await done(given, ...everything)
    const changed = treeOf(given.at('.'))
    if (isOld) forgetWritten(given)
    const { changeId } = await log.undo(id, undoing, noFacts)
    expect(treeOf(given.at('.'))).toEqual(untouched)
    expect(fs.statSync(given.at('c.md')).mode & 0o777).toBe(0o600)
    if (isOld) forgetWritten(given)
    await log.undo(changeId ?? '', undoing, noFacts)
    expect(treeOf(given.at('.'))).toEqual(changed)
  }),
)

test('a text that no history has kept is not brought back, and that is said', () =>
  withDoor({ 'long.md': 'long\n' }, async (given) => {
    const id = await done(given, {
      kind: 'remove',
      path: 'long.md',
      before: { ...version('long\n'), text: null },
    })
    await expect(logOf(given).undo(id, undoing, noFacts)).rejects.toMatchObject({
      code: 'CONFLICT',
      facts: { path: 'long.md' },
    })
    expect(treeOf(given.at('.'))).toEqual({})
  }))

test('an undo can be undone, and what is undone cannot be undone again', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    const log = logOf(given)
    const id = await done(given, replace('a.md', 'a\n', 'A\n'))
    const first = (await log.undo(id, undoing, noFacts)).changeId ?? ''
    expect(await log.find(id)).toMatchObject({ undoneBy: first, undoes: null })
    expect(await log.find(first)).toMatchObject({ undoes: id, undoneBy: null, tool: 'undo' })
    await expect(log.undo(id, undoing, noFacts)).rejects.toMatchObject({
      code: 'CONFLICT',
      facts: { undone_by: first },
    })
    const second = (await log.undo(first, undoing, noFacts)).changeId ?? ''
    expect(await log.find(id)).toMatchObject({ undoneBy: null })
    expect(await log.find(first)).toMatchObject({ undoneBy: second })
    expect(ids(await log.open({ since: null }))).toEqual([1])
    await log.undo(id, undoing, noFacts)
    expect(await log.open({ since: null })).toEqual([])
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n' })
  }))

test('a dry run says what an undo would do and does nothing', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    const log = logOf(given)
    const id = await done(given, replace('a.md', 'a\n', 'A\n'), create('b.md', 'b\n'))
    const planned = await log.undo(id, { tool: 'undo', dryRun: true }, (changes) =>
      Promise.resolve(changes.length),
    )
    expect(planned).toMatchObject({ changeId: null, facts: 2, undone: { id } })
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'A\n', 'b.md': 'b\n' })
    expect((await log.undo(id, undoing, noFacts)).reports).toEqual(planned.reports)
  }))

test('a change under way is none that can be shown or undone', () =>
  withDoor({}, async (given) => {
    const id = await begin(given.door.history, { tool: 'test', time: given.door.now() }, [])
    for (const asked of [id, '7', '-1', 'x'])
      await expect(logOf(given).undo(asked, undoing, noFacts)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await logOf(given).list(all)).total).toBe(0)
  }))

test('where files have moved on since nothing is undone, and the later changes are named, the last first', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async (given) => {
    const log = logOf(given)
    const id = await done(given, replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n'))
    const second = await done(given, replace('a.md', 'A\n', 'AA\n'))
    const third = await done(given, replace('a.md', 'AA\n', 'AAA\n'))
    const fourth = await done(given, replace('b.md', 'B\n', 'BB\n'))
    await log.undo(fourth, undoing, noFacts)
    fs.writeFileSync(given.at('b.md'), 'by hand\n')
    const found = treeOf(given.at('.'))
    const refused = await log.undo(id, undoing, noFacts).catch((error: unknown) => error)
    expect(String(refused)).toContain('2 files have')
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      facts: {
        change_id: id,
        conflict_count: 2,
        later_changes: [third, second],
        hint: expect.stringContaining(`${third}, ${second}`),
        conflicts: [
          { path: 'b.md', diff: expect.stringContaining('-by hand'), written: expect.stringContaining('+B') },
          { path: 'a.md', diff: expect.stringContaining('+a'), written: expect.stringContaining('+A') },
        ],
      },
    })
    expect(treeOf(given.at('.'))).toEqual(found)
    fs.writeFileSync(given.at('b.md'), 'B\n')
    await log.undo(third, undoing, noFacts)
    await log.undo(second, undoing, noFacts)
    await log.undo(id, undoing, noFacts)
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n', 'b.md': 'b\n' })
  }))

test('several changes are taken back one after the other, and a dry run foresees it', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n', 'x/in.md': 'in\n' }, async (given) => {
    const log = logOf(given)
    const untouched = treeOf(given.at('.'))
    const made = [
      await done(given, replace('a.md', 'a\n', 'A\n')),
      await done(given, {
        kind: 'move',
        path: 'a.md',
        to: 'x/a.md',
        before: bytesVersion('A\n'),
        text: null,
      }),
      await done(given, { kind: 'move-folder', path: 'x', to: 'y' }),
      await done(given, replace('y/a.md', 'A\n', 'AA\n')),
      await done(given, remove('y/in.md', 'in\n')),
      await done(given, replace('b.md', 'b\n', 'B\n')),
    ].reverse()
    fs.writeFileSync(given.at('b.md'), 'by hand\n')
    const changed = treeOf(given.at('.'))
    const ends = async (dryRun: boolean) => {
      const found: Readonly<Record<string, unknown>>[] = []
      for await (const { id, reports, refused } of log.undoAll(made, { tool: 'undo', dryRun }))
        found.push({ id, reports, refused: refused?.code ?? null })
      return found
    }
    const foreseen = await ends(true)
    expect(treeOf(given.at('.'))).toEqual(changed)
    expect(await ends(false)).toEqual(foreseen)
    expect(column(foreseen, 'refused')).toEqual(['CONFLICT', null, null, null, null, null])
    expect(treeOf(given.at('.'))).toEqual({ ...untouched, 'b.md': 'by hand\n' })
    // By now each is undone, and that is what is said of it.
    expect(column(await ends(true), 'refused')).toEqual(Array(6).fill('CONFLICT'))
  }))

test('the changes to a note are found under every name that it has had, whichever is asked for', () =>
  withDoor({}, async (given) => {
    const log = logOf(given)
    await done(given, create('a.md', 'a\n'), create('other.md', 'other\n'))
    await done(given, replace('a.md', 'a\n', 'A\n'))
    await done(given, replace('other.md', 'other\n', 'else\n'))
    await done(given, { kind: 'move', path: 'a.md', to: 'dir/b.md', before: version('A\n'), text: 'B\n' })
    await done(given, { kind: 'move-folder', path: 'dir', to: 'made/new' })
    await done(given, replace('made/new/b.md', 'B\n', 'BB\n'))
    const found = async (identifier: string) => ids((await log.list({ ...all, identifier })).changes)
    for (const name of ['made/new/b.md', 'a.md', 'dir/b.md', 'a', 'dir/b'])
      expect(await found(name), name).toEqual([6, 5, 4, 2, 1])
    expect(await found('other.md')).toEqual([3, 1])
    await done(given, remove('made/new/b.md', 'BB\n'))
    for (const name of ['made/new/b.md', 'a.md', 'dir/b.md'])
      expect(await found(name), name).toEqual([7, 6, 5, 4, 2, 1])
    await expect(found('never.md')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }))

test('changes are listed newest first, by page, time and who made them', () =>
  withDoor({}, async (given) => {
    const times = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']
    const actors = ['client one', 'person', null] as const
    for (const [at, time] of times.entries()) {
      const door = { ...given.door, now: () => new Date(time), actor: actors[at] ?? null }
      await writeChanges(door, given.lock, 'test', [create(`${at}.md`, 'x\n')])
    }
    const log = logOf(given)
    const { changes, total } = await log.list({ ...all, limit: 2, offset: 1 })
    expect([ids(changes), total]).toEqual([[2, 1], 3])
    expect(changes[0]).toMatchObject({
      time: '2026-01-02T00:00:00.000Z',
      actor: 'person',
      tool: 'test',
      files: 1,
      named: [{ kind: 'create', path: '1.md', movedTo: null }],
    })
    expect(ids((await log.list({ ...all, since: '2026-01-02T00:00:00.000Z' })).changes)).toEqual([3, 2])
    const of = async (actor: string) => ids((await log.list({ ...all, actor })).changes)
    expect(await of('client one')).toEqual([1])
    expect(await of('one')).toEqual([1])
    expect(await of('unknown')).toEqual([3])
    expect(await of('client')).toEqual([])
  }))

test('who is limited to some folders sees, shows and undoes only what has touched nothing else', () =>
  withDoor({ 'in/a.md': 'a\n', 'out.md': 'out\n' }, async (given) => {
    const inside = await done(given, replace('in/a.md', 'a\n', 'A\n'))
    const across = await done(given, replace('in/a.md', 'A\n', 'AA\n'), replace('out.md', 'out\n', 'OUT\n'))
    const away = await done(given, {
      kind: 'move',
      path: 'in/a.md',
      to: 'a.md',
      before: version('AA\n'),
      text: null,
    })
    const log = logOf({ door: { ...given.door, scope: vaultScope(['in']) } })
    for (const limit of [100, 1]) {
      const { changes, total } = await log.list({ ...all, limit })
      expect([ids(changes), total]).toEqual([[1], 1])
    }
    expect((await log.list({ ...all, offset: 1 })).changes).toEqual([])
    for (const id of [across, away]) {
      const refused = { code: 'PERMISSION_DENIED', facts: { scope: ['in'] } }
      await expect(log.find(id)).rejects.toMatchObject(refused)
      await expect(log.show(id)).rejects.toMatchObject(refused)
      await expect(log.undo(id, undoing, noFacts)).rejects.toMatchObject(refused)
      await expect(log.undo(id, { ...undoing, dryRun: true }, noFacts)).rejects.toMatchObject(refused)
    }
    expect(await log.find(inside)).toMatchObject({ id: inside })
    const refused = await log.undo(inside, undoing, noFacts).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'CONFLICT' })
    expect(JSON.stringify(refused)).not.toContain('later_changes')
  }))

test.each([
  ['as this version writes it', false] as const,
  ...(onPostgres ? [] : [['of a version that did not keep what was written', true] as const]),
])('what a change did to each file is shown from a history %s', (_what, isOld) =>
  withDoor(before, async (given) => {
    fs.writeFileSync(given.at('p.bin'), bytes)
    const log = logOf(given)
    const id = await done(given, ...everything)
    // By now the texts of that change are elsewhere, and two of them nowhere but in the history.
    await done(given, { kind: 'move', path: 'a.md', to: 'far/a.md', before: version('A\n'), text: null })
    await done(given, { kind: 'move-folder', path: 'far', to: 'farther' })
    await done(given, replace('new/deep/b.md', 'b\n', 'later\n'))
    await done(given, remove('moved/e.md', 'D\n'))
    if (isOld) forgetWritten(given)
    const { change, files } = await log.show(id)
    expect(change.id).toBe(id)
    const shown = files.map(({ kind, path, movedTo, diff, isCut }) => ({
      what: [kind, path, ...(movedTo === null ? [] : [movedTo])].join(' '),
      lines: diff
        .split('\n')
        .filter((line) => /^[-+][^-+]/.test(line))
        .join(' '),
      isCut,
    }))
    expect(shown).toEqual([
      { what: 'replace a.md', lines: '-a +A', isCut: false },
      { what: 'create new/deep/b.md', lines: '+b', isCut: false },
      { what: 'remove c.md', lines: '-c', isCut: false },
      { what: 'move d.md moved/e.md', lines: '-d +D', isCut: false },
      { what: 'move p.bin moved/q.bin', lines: '', isCut: false },
      { what: 'replace old/edited.md', lines: '-one +two', isCut: false },
      { what: 'move-folder old made/below', lines: '', isCut: false },
      { what: 'replace made/below/in.md', lines: '-in +IN', isCut: false },
    ])
  }),
)

test.skipIf(onPostgres)('a text that nobody has kept is not guessed', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    const id = await done(given, replace('a.md', 'a\n', 'A\n'))
    forgetWritten(given)
    fs.writeFileSync(given.at('a.md'), 'by hand\n')
    expect((await logOf(given).show(id)).files).toMatchObject([{ diff: '', isCut: true }])
    await done(given, replace('a.md', 'by hand\n', 'later\n'))
    expect((await logOf(given).show(id)).files).toMatchObject([{ diff: '', isCut: true }])
  }),
)
