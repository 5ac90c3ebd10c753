import Database from 'better-sqlite3'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChangeLog } from '../../src/changes/change-log.ts'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { checkChanges } from '../../src/changes/check-changes.ts'
import { vaultScope } from '../../src/changes/vault-scope.ts'
import { type WriteDoor, writeChanges } from '../../src/changes/write-changes.ts'
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

test.each([
  ['as this version writes it', false] as const,
  ...(onPostgres ? [] : [['of a version that did not keep what was written', true] as const]),
])('several changes in a history %s are taken back in turn, and a dry run foresees it', (_what, isOld) =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n', 'm.md': 'm\n', 'x/in.md': 'in\n' }, async (given) => {
    const log = logOf(given)
    const untouched = treeOf(given.at('.'))
    const made = [
      // Of a note that was moved as it is, the text shows what taking back an earlier edit does to it.
      await done(given, replace('m.md', 'm\n', 'M\n')),
      await done(given, { kind: 'move', path: 'm.md', to: 'n.md', before: bytesVersion('M\n'), text: null }),
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
    if (isOld) forgetWritten(given)
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
    expect(column(foreseen, 'refused')).toEqual(['CONFLICT', null, null, null, null, null, null, null])
    expect(treeOf(given.at('.'))).toEqual({ ...untouched, 'b.md': 'by hand\n' })
    // By now each is undone, and that is what is said of it.
    expect(column(await ends(true), 'refused')).toEqual(Array(8).fill('CONFLICT'))
  }),
)

test('a dry run foresees what a change leaves in the way that cannot be taken back, and names that differ in case', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' }, async (given) => {
    const log = logOf(given)
    fs.writeFileSync(given.at('C.md'), 'C\n')
    const isCaseBlind = fs.readFileSync(given.at('c.md'), 'utf8') === 'C\n'
    const made = [
      await done(given, replace('a.md', 'a\n', 'A\n')),
      await done(given, replace('a.md', 'A\n', 'AA\n'), replace('b.md', 'b\n', 'B\n')),
      ...(isCaseBlind ? [] : [await done(given, remove('C.md', 'C\n'))]),
    ].reverse()
    fs.writeFileSync(given.at('b.md'), 'by hand\n')
    for (const dryRun of [true, false]) {
      const refused: string[] = []
      for await (const one of log.undoAll(made, { tool: 'undo', dryRun }))
        if (one.refused !== null) refused.push(one.id)
      expect(refused, String(dryRun)).toEqual(made.slice(-2))
    }
    expect(treeOf(given.at('.'))).toMatchObject({ 'a.md': 'AA\n', 'b.md': 'by hand\n' })
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
    const log = logOf({ door: { ...given.door, scope: vaultScope({ folders: ['in'], by: ['token'] }) } })
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

test('what a note was called and held is found along its trail', () =>
  withDoor({ 'out.md': 'out\n' }, async (given) => {
    const log = logOf(given)
    await done(given, create('in/a.md', 'a\n'))
    await done(given, replace('in/a.md', 'a\n', 'A\n'), replace('out.md', 'out\n', 'OUT\n'))
    await done(given, { kind: 'move-folder', path: 'in', to: 'dir' })
    await done(given, { kind: 'move', path: 'dir/a.md', to: 'dir/b.md', before: version('A\n'), text: 'B\n' })
    await done(given, remove('dir/b.md', 'B\n'))
    const trail = await log.trail('in/a.md')
    expect(trail.path).toBe('in/a.md')
    expect(trail.steps).toEqual([
      { change: '5', kind: 'remove', path: 'dir/b.md', from: 'dir/b.md' },
      { change: '4', kind: 'move', path: 'dir/b.md', from: 'dir/a.md' },
      { change: '3', kind: 'move-folder', path: 'dir/a.md', from: 'in/a.md' },
      { change: '2', kind: 'replace', path: 'in/a.md', from: 'in/a.md' },
      { change: '1', kind: 'create', path: 'in/a.md', from: 'in/a.md' },
    ])
    const texts = await Promise.all(['1', '2', '3', '4', '5', '9'].map((id) => log.textOnTrail(trail, id)))
    expect(texts).toEqual(['a\n', 'A\n', 'A\n', 'B\n', 'B\n', null])
    expect(await log.textOf('2', 'out.md')).toMatchObject({ change: { id: '2' }, text: 'OUT\n' })
    const found = [
      ['2', 'other.md'],
      ['3', 'dir'],
      ['4', 'dir/a.md'],
      ['4', 'dir/b.md'],
    ] as const
    expect(await Promise.all(found.map(async ([id, path]) => (await log.textOf(id, path)).text))).toEqual([
      ...[null, null],
      ...['B\n', 'B\n'],
    ])
    expect(await Promise.all(['1', '2', '3'].map((id) => log.tell(id, 1)))).toEqual([
      ['new, 1 line'],
      ['+1 -1'],
      ['renamed'],
    ])
    const within = logOf({
      door: { ...given.door, scope: vaultScope({ folders: ['in', 'dir'], by: ['token'] }) },
    })
    expect((await within.trail('in/a.md')).steps.map(({ change }) => change)).toEqual(['5', '4', '3', '1'])
  }))

test('the last of several steps on one file is the text that a change has left', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    const id = await done(given, replace('a.md', 'a\n', 'A\n'), replace('a.md', 'A\n', 'AA\n'))
    expect((await logOf(given).textOf(id, 'a.md')).text).toBe('AA\n')
  }))

test('the later changes are named with those that stand in their own way', () =>
  withDoor({ 'b.md': 'b\n', 'c.md': 'c\n' }, async (given) => {
    const log = logOf(given)
    const first = await done(given, create('a.md', 'a\n'))
    const second = await done(given, replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n'))
    const third = await done(given, remove('b.md', 'B\n'), replace('c.md', 'c\n', 'C\n'))
    const fourth = await done(given, {
      kind: 'move',
      path: 'c.md',
      to: 'd.md',
      before: version('C\n'),
      text: null,
    })
    const fifth = await done(given, create('c.md', 'new\n'))
    const other = await done(given, create('e.md', 'e\n'))
    const refused: unknown = await log.undo(first, undoing, noFacts).catch((e: unknown) => e)
    expect(refused).toMatchObject({ facts: { later_changes: [fifth, fourth, third, second] } })
    for (const id of [fifth, fourth, third, second, first]) await log.undo(id, undoing, noFacts)
    expect(treeOf(given.at('.'))).toEqual({ 'b.md': 'b\n', 'c.md': 'c\n', 'e.md': 'e\n' })
    expect((await log.find(other)).undoneBy).toBeNull()
  }))

test('what keeps a change from being undone is shown within bounds, and of many later changes ten are named', () =>
  withDoor({ 'a.md': '0\n' }, async (given) => {
    const log = logOf(given)
    const long = (mark: string) => Array.from({ length: 400 }, (_, at) => `${mark} ${at}\n`).join('')
    const names = Array.from({ length: 24 }, (_, at) => `long${at}.md`)
    const id = await done(
      given,
      replace('a.md', '0\n', '1\n'),
      ...names.map((name) => create(name, long('made'))),
    )
    for (let turn = 1; turn <= 12; turn++) await done(given, replace('a.md', `${turn}\n`, `${turn + 1}\n`))
    for (const name of names) fs.writeFileSync(given.at(name), long('by hand'))
    for (const dryRun of [true, false]) {
      const refused: unknown = await log.undo(id, { tool: 'undo', dryRun }, noFacts).catch((e: unknown) => e)
      expect(refused).toMatchObject({ code: 'CONFLICT', facts: { change_id: id, conflict_count: 25 } })
      const { conflicts, later_changes, hint } = (refused as VaultError).facts as {
        readonly conflicts: readonly {
          readonly path: string
          readonly diff?: string
          readonly written?: string
        }[]
        readonly later_changes: readonly string[]
        readonly hint: string
      }
      expect(later_changes).toEqual(['13', '12', '11', '10', '9', '8', '7', '6', '5', '4'])
      expect(hint).toContain('13, 12, 11')
      expect(conflicts).toHaveLength(20)
      const shown = conflicts.map(({ diff = '', written = '' }) => diff.length + written.length)
      expect(shown.reduce((sum, length) => sum + length)).toBeLessThan(6_000 + 2_500)
      expect(Math.max(...conflicts.map(({ diff = '' }) => diff.length))).toBeLessThan(2_500)
      expect(conflicts[0]?.diff).toContain('-by hand 0')
      expect(conflicts.at(-1)).not.toHaveProperty('diff')
      expect(conflicts.at(-1)).not.toHaveProperty('written')
    }
  }))

test('a file that is in the way of an undo is no text of the change, and one file is spoken of as one', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async (given) => {
    const log = logOf(given)
    const id = await done(given, {
      kind: 'move',
      path: 'a.md',
      to: 'c.md',
      before: version('a\n'),
      text: 'A\n',
    })
    fs.writeFileSync(given.at('a.md'), 'in the way\n')
    const refused = await log.undo(id, undoing, noFacts).catch((e: unknown) => e)
    expect(refused).toMatchObject({
      message: `Change ${id} cannot be undone: a file has moved on since. Nothing was changed.`,
      facts: {
        conflicts: [{ path: 'a.md', problem: 'ALREADY_EXISTS' }],
        hint: expect.stringContaining('by hand'),
      },
    })
    expect(JSON.stringify(refused)).not.toMatch(/"(?:diff|later_changes)":/)
  }))

test('a plan to undo is announced where nothing may be changed, and refused outside the folders of a caller', () =>
  withDoor({ 'in/a.md': 'a\n' }, async (given) => {
    const id = await done(given, replace('in/a.md', 'a\n', 'A\n'))
    const seen: (readonly FileChange[])[] = []
    const foresee = (changes: readonly FileChange[]) => void seen.push(changes)
    const log = logOf({ door: { ...given.door, foresee } })
    await log.undo(id, { tool: 'undo', dryRun: true }, noFacts)
    for await (const { refused } of log.undoAll([id], { tool: 'undo', dryRun: true }))
      expect(refused).toBeNull()
    expect(seen).toEqual([1, 2].map(() => [expect.objectContaining({ kind: 'replace', path: 'in/a.md' })]))
  }))

test('an id that is none is said not to be in the history, shortened, with where to look', () =>
  withDoor({}, async (given) => {
    await expect(logOf(given).find('9'.repeat(99))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `The history has no change ${'9'.repeat(50)}.`,
      facts: { hint: { kind: 'list-changes' } },
    })
  }))

test('what is kept of a change that could not be taken back is none that is to be undone', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    const made = await done(given, replace('a.md', 'a\n', 'A\n'))
    const { steps } = await checkChanges(given.door.files, [replace('a.md', 'A\n', 'AA\n')])
    const kept = await begin(given.door.history, { tool: 'test', time: given.door.now() }, steps)
    await given.door.history.keep(kept, [0])
    expect((await logOf(given).open({ since: null })).map(({ id }) => id)).toEqual([made])
    expect(await logOf(given).find(kept)).toMatchObject({ state: 'kept', named: [{ path: 'a.md' }] })
  }))

test('why a note cannot be looked for is said as it is', () =>
  withDoor({}, async (given) => {
    for (const fault of [
      new RangeError('a fault'),
      new VaultError('CONFLICT', 'Two notes have that title.'),
    ]) {
      const log = new ChangeLog(given.door, () => Promise.reject(fault))
      await expect(log.trail('a.md')).rejects.toBe(fault)
    }
  }))

test('a diff is cut where it would be too long, and a text that was never kept is not shown', () =>
  withDoor({ 'long.md': 'long\n' }, async (given) => {
    const text = Array.from({ length: 9_000 }, (_, at) => `line ${at}\n`).join('')
    const id = await done(given, create('a.md', text), {
      kind: 'remove',
      path: 'long.md',
      before: { ...version('long\n'), text: null },
    })
    const [created, removed] = (await logOf(given).show(id)).files
    expect(created).toMatchObject({ path: 'a.md', isCut: true })
    expect(removed).toMatchObject({ path: 'long.md', diff: '', isCut: true })
  }))

test.skipIf(onPostgres)(
  'who reads a damaged history has it set aside first, and learns what was lost with it',
  () =>
    withDoor({ 'a.md': 'a\n' }, async (given) => {
      const { history } = given.door
      const door: WriteDoor = {
        ...given.door,
        locked: async (work) => {
          await history.open()
          return await work(given.lock)
        },
      }
      for (const [from, to] of [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'd'],
      ] as const)
        await done(given, replace('a.md', `${from}\n`, `${to}\n`))
      const garble = (id: string) => {
        const db = new Database(join(given.at('.'), '../state/history.sqlite'))
        db.prepare('UPDATE changed_file SET before_hash = after_hash WHERE change = ?').run(id)
        db.close()
      }
      const log = logOf({ door })
      expect(log.damages()).toEqual([])
      garble('1')
      await expect(log.show('1')).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringMatching(
          /no change 1\. The change history was damaged .* 2 changes were kept, and 1 could/,
        ),
      })
      expect((await log.show('2')).files).toMatchObject([{ path: 'a.md', isCut: false }])
      garble('2')
      await log.verify()
      expect(ids((await log.list(all)).changes)).toEqual([3])
      expect(log.damages()).toMatchObject([
        {
          kept: 1,
          lost: 1,
          file: expect.stringContaining('damaged'),
          message: expect.stringContaining('1 change was kept'),
        },
        { kept: 2, lost: 1 },
      ])
      const limited = logOf({
        door: { ...door, scope: vaultScope({ folders: ['in'], by: ['token'] }) },
      }).damages()
      expect(limited).toEqual(
        log.damages().map(({ time }) => ({
          time,
          message: `The change history was damaged on ${time.slice(0, 10)}, and changes were lost.`,
        })),
      )
    }),
)
