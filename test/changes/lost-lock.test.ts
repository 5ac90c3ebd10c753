import { onDisk } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { recoverChanges } from '../../src/changes/recover-changes.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import type { WriteLock } from '../../src/changes/write-lock.ts'
import { version } from '../support/change-files.ts'
import { hashFiles } from '../support/hash-files.ts'
import { withDoor } from '../support/with-door.ts'

const names = ['a.md', 'b.md', 'c.md', 'd.md']
const files = Object.fromEntries(names.map((name) => [name, `${name}\n`]))
const plan = names.map((path): FileChange => ({
  kind: 'replace',
  path,
  before: version(`${path}\n`),
  text: `more ${path}\n`,
}))
const stopped = { code: 'CONFLICT', message: expect.stringContaining('another one took over') }

test('who loses the lock midway takes no further step, and takes nothing back: that is for the new holder', () =>
  withDoor(files, async ({ door, at, told }) => {
    let looks = 0
    const lock = { isMine: () => ++looks <= 2 }
    await expect(writeChanges(door, lock, 'test', plan)).rejects.toMatchObject(stopped)
    const texts = names.map((name) => fs.readFileSync(at(name), 'utf8'))
    expect(texts).toEqual(['more a.md\n', 'more b.md\n', 'c.md\n', 'd.md\n'])
    expect(await door.history.begun()).toHaveLength(1)
    expect(told).toEqual([names])
  }))

const steps: readonly FileChange[] = [
  { kind: 'replace', path: 'a.md', before: version('a.md\n'), text: 'more\n' },
  { kind: 'create', path: 'new/e.md', text: 'e\n' },
  { kind: 'move', path: 'a.md', to: 'e.md', before: version('a.md\n'), text: null },
  { kind: 'move', path: 'a.md', to: 'e.md', before: version('a.md\n'), text: 'more\n' },
  { kind: 'remove', path: 'a.md', before: version('a.md\n') },
  { kind: 'move-folder', path: 'dir', to: 'other' },
]

test.each(steps.map((step) => [step.kind, step] as const))(
  'who loses the lock while the disk is waited for does not %s',
  (_kind, step) =>
    withDoor({ ...files, 'dir/f.md': 'f\n' }, async ({ door, at }) => {
      const before = await hashFiles(at('.'))
      const lock = { isLost: false, isMine: () => !lock.isLost }
      const lose = () => {
        lock.isLost = true
      }
      const done = onDisk(
        'before',
        ({ name }) => name === 'sync',
        lose,
        async () => {
          // Where nothing is waited for it is lost at once.
          if (step.kind === 'remove' || step.kind === 'move-folder') lose()
          await writeChanges(door, lock, 'test', [step])
        },
      )
      await expect(done).rejects.toMatchObject(stopped)
      fs.rmSync(at('new'), { recursive: true, force: true })
      expect(await hashFiles(at('.'))).toEqual(before)
    }),
)

const creations = names.map((path): FileChange => ({ kind: 'create', path: `new ${path}`, text: 'new\n' }))

test('a change that another process has settled takes no further step', () =>
  withDoor({}, async ({ door, lock, at }) => {
    const settle = (done: number) => {
      if (done === 2) void door.history.abandon('1')
    }
    const writing = writeChanges(door, lock, 'test', creations, { progress: settle })
    await expect(writing).rejects.toMatchObject(stopped)
    expect(fs.readdirSync(at('.')).sort()).toEqual(['new a.md', 'new b.md'])
  }))

test('a change that another process has settled at the end is none that can be undone, and says so', () =>
  withDoor({}, async ({ door, lock }) => {
    const settle = (done: number) => {
      if (done === names.length) void door.history.abandon('1')
    }
    const writing = writeChanges(door, lock, 'test', creations, { progress: settle })
    await expect(writing).rejects.toMatchObject(stopped)
  }))

test('the index is told of the paths of a change that failed', () =>
  withDoor(files, async ({ door, lock, at, told }) => {
    const save = (done: number) => {
      if (done === 1) fs.writeFileSync(at('c.md'), 'by an editor\n')
    }
    const writing = writeChanges(door, lock, 'test', plan, { progress: save })
    await expect(writing).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(told).toEqual([names])
  }))

const replaced = { isMine: () => false, confirm: () => Promise.reject(new Error('replaced')) }
const losers: readonly (readonly [string, WriteLock, string])[] = [
  ['is begun', replaced, 'replaced'],
  ['changes a file', { isMine: () => false }, 'lock was lost'],
]

test.each(losers)('who has lost the lock before recovery %s takes back no file', (_when, lost, said) =>
  withDoor(files, async ({ door, lock, at }) => {
    let looks = 0
    await expect(writeChanges(door, { isMine: () => ++looks <= 2 }, 'test', plan)).rejects.toMatchObject(
      stopped,
    )
    const before = await hashFiles(at('.'))
    await expect(recoverChanges(door, lost)).rejects.toThrow(said)
    expect(await hashFiles(at('.'))).toEqual(before)
    await recoverChanges(door, lock)
    expect(fs.readFileSync(at('a.md'), 'utf8')).toBe('a.md\n')
  }),
)

test.each(
  steps
    .filter(({ kind }) => kind === 'replace' || kind === 'create')
    .map((step) => [step.kind, step] as const),
)(
  'a new text (%s) is not put in place any more once the next holder has settled the change after the last look at the lock',
  (_kind, step) =>
    withDoor({ ...files, 'new/f.md': 'f\n' }, async ({ door, lock, at }) => {
      const before = await hashFiles(at('.'))
      const confirm = async () => {
        await recoverChanges(door)
      }
      const paused = { ...lock, confirm }
      await expect(writeChanges(door, paused, 'test', [step])).rejects.toThrow()
      expect(await hashFiles(at('.'))).toEqual(before)
      expect(await door.history.begun()).toEqual([])
    }),
)
