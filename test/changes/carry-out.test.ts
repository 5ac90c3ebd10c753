import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { recoverChanges } from '../../src/changes/recover-changes.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { version } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withDoor } from '../support/with-door.ts'

const replace = (path: string, from: string, to: string): FileChange => ({
  kind: 'replace',
  path,
  before: version(from),
  text: to,
})
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `n${number}.md`)
const sameText = (paths: readonly string[], text: string) =>
  Object.fromEntries(paths.map((path) => [path, text]))

test.each([1, 2, 3, 47, 48, 49, 97, 145])(
  'a change of %d files carries each step out once, in order',
  (count) =>
    withDoor(sameText(numbered(count), 'old\n'), async ({ door, lock, at, told }) => {
      const reached: [number, number][] = []
      const plan = numbered(count).map((path) => replace(path, 'old\n', 'new\n'))
      const more: readonly FileChange[] = [
        { kind: 'create', path: 'made.md', text: 'made\n' },
        replace('n0.md', 'new\n', 'newer\n'),
        replace('n0.md', 'newer\n', 'newest\n'),
      ]
      const { changeId, reports } = await writeChanges(door, lock, 'test', [...plan, ...more], {
        progress: (taken, total) => void reached.push([taken, total]),
      })
      expect(treeOf(at('.'))).toEqual({
        ...sameText(numbered(count), 'new\n'),
        'n0.md': 'newest\n',
        'made.md': 'made\n',
      })
      expect(reports).toHaveLength(count + 3)
      expect(told).toEqual([[...numbered(count), 'made.md']])
      expect(await door.history.find(changeId ?? '')).toMatchObject({ state: 'done', reached: count + 3 })
      // However long a plan is, its caller is told of it some fifty times, and of the end.
      const total = count + 3
      expect(reached.length).toBeLessThanOrEqual(51)
      expect(reached.length).toBeGreaterThanOrEqual(Math.min(total, 25))
      expect(reached.at(-1)).toEqual([total, total])
      expect(reached.map(([taken]) => taken)).toEqual(
        reached.map(([taken]) => taken).toSorted((a, b) => a - b),
      )
    }),
)

test.each<[string, FileChange, Readonly<Record<string, string>>]>([
  ['removed', { kind: 'remove', path: 'top/dir/a.md', before: version('a\n'), dropFolder: 'top' }, {}],
  [
    'moved',
    { kind: 'move', path: 'top/dir/a.md', to: 'a.md', before: version('a\n'), text: null, dropFolder: 'top' },
    { 'a.md': 'a\n' },
  ],
  [
    'moved with its folder',
    { kind: 'move-folder', path: 'top/dir', to: 'dir', dropFolder: 'top' },
    { 'dir/': '', 'dir/a.md': 'a\n' },
  ],
])(
  'the folders that a file leaves empty when it is %s go up to the one that is named',
  (_how, change, left) =>
    withDoor({ 'top/dir/a.md': 'a\n' }, async ({ door, lock, at }) => {
      fs.mkdirSync(at('empty'))
      await writeChanges(door, lock, 'test', [change])
      expect(treeOf(at('.'))).toEqual({ ...left, 'empty/': '' })
    }),
)

test('folders stay where none is named, and where they hold something else', () =>
  withDoor({ 'top/a.md': 'a\n', 'top/b.md': 'b\n', 'other/c.md': 'c\n' }, async ({ door, lock, at }) => {
    await writeChanges(door, lock, 'test', [
      { kind: 'remove', path: 'top/a.md', before: version('a\n'), dropFolder: 'top' },
      { kind: 'remove', path: 'other/c.md', before: version('c\n') },
    ])
    expect(treeOf(at('.'))).toEqual({ 'top/': '', 'top/b.md': 'b\n', 'other/': '' })
  }))

test('what is only foreseen is checked and shown, and neither written nor kept', () =>
  withDoor({ 'a.md': 'a\n' }, async ({ door, lock, at, told }) => {
    const seen: (readonly FileChange[])[] = []
    const looking = { ...door, foresee: (changes: readonly FileChange[]) => void seen.push(changes) }
    const plan = [replace('a.md', 'a\n', 'A\n')]
    const { changeId, reports } = await writeChanges(looking, lock, 'test', plan)
    expect([changeId, reports.length, seen]).toEqual([null, 1, [plan]])
    const stale = writeChanges(looking, lock, 'test', [replace('a.md', 'other\n', 'A\n')])
    await expect(stale).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n' })
    expect((await door.history.list({ since: null, limit: 9, offset: 0 })).total).toBe(0)
    expect(told).toEqual([])
  }))

test('a plan with one step that cannot be taken is refused before anything is begun', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ door, lock, at }) => {
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'else\n', 'B\n')]
    await expect(writeChanges(door, lock, 'test', plan)).rejects.toMatchObject({
      code: 'CONTENT_HASH_MISMATCH',
    })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n', 'b.md': 'b\n' })
    expect(await door.history.begun()).toEqual([])
  }))

test('only an undo may make a name that differs from another in case alone', () =>
  withDoor({ 'a.md': 'a\n' }, async ({ door, lock, at }) => {
    const twin: FileChange = { kind: 'create', path: 'A.md', text: 'A\n' }
    await expect(writeChanges(door, lock, 'test', [twin])).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    const first = await writeChanges(door, lock, 'test', [replace('a.md', 'a\n', 'b\n')])
    await writeChanges(door, lock, 'undo', [twin], { undoes: first.changeId })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'b\n', 'A.md': 'A\n' })
    expect(await door.history.find('2')).toMatchObject({ undoes: '1', tool: 'undo' })
  }))

test('what cannot be taken back because somebody has changed it is named, and its part stays in the history', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' }, async ({ door, lock, at, log }) => {
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n'), replace('c.md', 'c\n', 'C\n')]
    const save = (done: number) => {
      if (done !== 2) return
      fs.writeFileSync(at('a.md'), 'by hand\n')
      fs.writeFileSync(at('c.md'), 'by hand\n')
    }
    const error = await writeChanges(door, lock, 'test', plan, { progress: save }).catch((e: unknown) => e)
    expect(error).toMatchObject({
      code: 'CONFLICT',
      cause: { code: 'CONTENT_HASH_MISMATCH' },
      facts: {
        left_as_they_are: ['a.md'],
        change_id: '1',
        reason: expect.stringContaining('c.md'),
        hint: [expect.stringContaining('Look at these files'), { kind: 'undo-later' }],
      },
    })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'by hand\n', 'b.md': 'b\n', 'c.md': 'by hand\n' })
    expect(await door.history.find('1')).toMatchObject({ state: 'kept', files: 1 })
    expect(await door.history.steps('1')).toMatchObject([{ position: 0, path: 'a.md', beforeText: 'a\n' }])
    expect(log.join('\n')).toMatch(/left as they are .*"change":"1","tool":"test","paths":\["a.md"\]/)
  }))

test('a change that is taken back whole leaves nothing in the history', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ door, lock, at }) => {
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n')]
    const save = (done: number) => {
      if (done === 1) fs.writeFileSync(at('b.md'), 'by hand\n')
    }
    const writing = writeChanges(door, lock, 'test', plan, { progress: save })
    await expect(writing).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n', 'b.md': 'by hand\n' })
    expect(await door.history.find('1')).toBeNull()
  }))

test('what the disk does not let be taken back now is taken back by the next holder of the lock', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ door, lock, at, told, log }) => {
    const state = { isRefused: false }
    const files = new VaultFiles(at('.'), (path) => {
      if (state.isRefused && path === 'a.md') throw new Error('The disk is full.')
    })
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n')]
    const save = (done: number) => {
      if (done !== 1) return
      fs.writeFileSync(at('b.md'), 'by hand\n')
      state.isRefused = true
    }
    const error = await writeChanges({ ...door, files }, lock, 'test', plan, { progress: save }).catch(
      (e: unknown) => e,
    )
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('could not be taken back yet'),
      facts: { change_id: '1', reason: expect.stringContaining('b.md') },
    })
    expect(told).toEqual([['a.md', 'b.md']])
    expect(await door.history.begun()).toHaveLength(1)
    expect(await recoverChanges({ ...door, files })).toEqual(['a.md', 'b.md'])
    expect(await door.history.begun()).toHaveLength(1)
    expect(log.join('\n')).toMatch(/cannot be taken back yet .*"change":"1","cause":"The disk is full."/)
    state.isRefused = false
    expect(await recoverChanges({ ...door, files })).toEqual(['a.md', 'b.md'])
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n', 'b.md': 'by hand\n' })
    expect(await door.history.begun()).toEqual([])
    expect(log.join('\n')).toMatch(/was taken back .*"change":"1","tool":"test"/)
  }))

test('the index is told of every file below a folder that moves, under both names, also where that fails', () =>
  withDoor({ 'old/a.md': 'a\n', 'old/deep/b.md': 'b\n', 'c.md': 'c\n' }, async ({ door, lock, at, told }) => {
    const move: FileChange = { kind: 'move-folder', path: 'old', to: 'new' }
    await writeChanges(door, lock, 'test', [move, replace('c.md', 'c\n', 'C\n')])
    const save = (done: number) => {
      if (done === 1) fs.writeFileSync(at('c.md'), 'by hand\n')
    }
    const back: FileChange = { kind: 'move-folder', path: 'new', to: 'old' }
    const failing = writeChanges(door, lock, 'test', [back, replace('c.md', 'C\n', 'c\n')], {
      progress: save,
    })
    await expect(failing).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    const paths = ['c.md', 'new/a.md', 'new/deep/b.md', 'old/a.md', 'old/deep/b.md']
    expect(told.map((list) => list.toSorted())).toEqual([paths, paths])
  }))

test('the lock is confirmed once the texts lie beside their files, and where it is lost nothing is put in place', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ door, lock, at }) => {
    const seen: number[] = []
    const confirm = () => {
      seen.push(fs.readdirSync(at('.')).length)
      return seen.length === 1 ? Promise.resolve() : Promise.reject(new Error('replaced'))
    }
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n')]
    await writeChanges(door, { ...lock, confirm }, 'test', plan)
    const again = [replace('a.md', 'A\n', 'a\n'), replace('b.md', 'B\n', 'b\n')]
    await expect(writeChanges(door, { ...lock, confirm }, 'test', again)).rejects.toThrow('replaced')
    expect(seen[0]).toBe(4)
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'A\n', 'b.md': 'B\n' })
  }))

test('who placed a change is told before the index is, which follows even where that fails', () =>
  withDoor({ 'a.md': 'a\n' }, async ({ door, lock, told }) => {
    const seen: number[] = []
    const onPlaced = () => {
      seen.push(told.length)
      return Promise.resolve()
    }
    await writeChanges(door, lock, 'test', [replace('a.md', 'a\n', 'A\n')], { onPlaced })
    expect([seen, told]).toEqual([[0], [['a.md']]])
    const failing = writeChanges(door, lock, 'test', [replace('a.md', 'A\n', 'a\n')], {
      onPlaced: () => Promise.reject(new Error('cut off')),
    })
    await expect(failing).rejects.toThrow('cut off')
    expect(told).toEqual([['a.md'], ['a.md']])
  }))

test('who has lost the lock after a step says which change may be half done, and before it that of none', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ door, at }) => {
    const state = { isMine: true }
    const lock = { isMine: () => state.isMine }
    const lose = () => {
      state.isMine = false
    }
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n')]
    const error = await writeChanges(door, lock, 'test', plan, { progress: lose }).catch((e: unknown) => e)
    expect(error).toMatchObject({
      code: 'CONFLICT',
      cause: { code: 'CONFLICT' },
      facts: { change_id: '1', hint: expect.stringContaining('Read the note again') },
    })
    const early = await writeChanges(door, lock, 'test', [replace('b.md', 'b\n', 'B\n')]).catch(
      (e: unknown) => e,
    )
    expect(early).toMatchObject({ code: 'CONFLICT', facts: { hint: expect.any(String) } })
    expect(early).not.toHaveProperty('facts.change_id')
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'A\n', 'b.md': 'b\n' })
  }))

test('why a change failed that could not be taken back is kept with why it could not', () =>
  withDoor({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ door, lock }) => {
    const state = { isRefused: false }
    const files = new VaultFiles(door.files.root, (path) => {
      if (state.isRefused && path === 'b.md') throw new Error('The disk is full.')
    })
    const refuse = () => {
      state.isRefused = true
      throw new Error('at the first step')
    }
    const plan = [replace('a.md', 'a\n', 'A\n'), replace('b.md', 'b\n', 'B\n')]
    const error = await writeChanges({ ...door, files }, lock, 'test', plan, { progress: refuse }).catch(
      (e: unknown) => e,
    )
    expect(error).toMatchObject({
      facts: {
        change_id: '1',
        reason: 'The system refused a step.',
        hint: expect.stringContaining('next write'),
      },
    })
    expect(error).toHaveProperty('cause.errors', [
      new Error('at the first step'),
      new Error('The disk is full.'),
    ])
  }))

test('a file whose text stays as it is moves as it is, and the history keeps no text of it', () =>
  withDoor({ 'a.md': 'a\n' }, async ({ door, lock, at }) => {
    const { ino } = fs.statSync(at('a.md'))
    const move: FileChange = { kind: 'move', path: 'a.md', to: 'b.md', before: version('a\n'), text: 'a\n' }
    const { changeId } = await writeChanges(door, lock, 'test', [move])
    expect(fs.statSync(at('b.md')).ino).toBe(ino)
    expect(await door.history.steps(changeId ?? '')).toMatchObject([{ beforeText: null, afterText: null }])
  }))
