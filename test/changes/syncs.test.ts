import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { checkChanges } from '../../src/changes/check-changes.ts'
import { recoverChanges } from '../../src/changes/recover-changes.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import { version } from '../support/change-files.ts'
import { type GivenDoor, withDoor } from '../support/with-door.ts'
import { begin } from '../support/with-history.ts'

const files = { 'a/a.md': 'a\n', 'b/b.md': 'b\n', 'c/c.md': 'c\n', 'd/d.md': 'd\n' }
const changes: readonly FileChange[] = [
  { kind: 'replace', path: 'a/a.md', before: version('a\n'), text: 'A\n' },
  { kind: 'create', path: 'new/n.md', text: 'n\n' },
  { kind: 'move', path: 'b/b.md', to: 'e/b.md', before: version('b\n'), text: 'B\n' },
  { kind: 'move', path: 'c/c.md', to: 'e/c.md', before: version('c\n'), text: null },
  { kind: 'remove', path: 'd/d.md', before: version('d\n') },
]

/** What becomes of names and what the disk is waited for, in a line each; hidden files are one like the other. */
async function callsOf({ at }: GivenDoor, work: () => Promise<unknown>): Promise<readonly string[]> {
  const calls: string[] = []
  const show = (path: string) => relative(at('.'), path).replace(/\.flint-\S+/, 'hidden') || '.'
  const add = ({ name, path, to }: DiskCall) => {
    if (name === 'look' || name === 'make' || !path.startsWith(at('.'))) return
    calls.push(
      name === 'sync' || name === 'unlink' ? `${name} ${show(path)}` : `${name} ${show(path)} ${show(to)}`,
    )
  }
  await watchDisk({ after: add }, work)
  return calls
}

test.skipIf(process.platform !== 'linux')(
  'a text is safe on disk before it has a name, a new name before the old one goes, and all names before the end',
  () =>
    withDoor(files, async (given) => {
      const { door, lock } = given
      const calls = await callsOf(given, () => writeChanges(door, lock, 'test', changes))
      const syncs = calls.filter((call) => call.startsWith('sync'))
      // Three new texts, where two folders were made, those to which two notes moved, and every folder once at the end.
      const expected = [
        'a/hidden',
        'new/hidden',
        'e/hidden',
        '.',
        '.',
        'e',
        'e',
        'a',
        'b',
        'c',
        'd',
        'e',
        'new',
      ]
      expect(syncs.sort()).toEqual(expected.map((path) => `sync ${path}`).sort())
      const at = (call: string) => calls.indexOf(call)
      const last = (call: string) => calls.lastIndexOf(call)
      expect(at('sync a/hidden')).toBeLessThan(at('swap a/a.md a/hidden'))
      expect(at('sync new/hidden')).toBeLessThan(at('link new/hidden new/n.md'))
      expect(at('sync e/hidden')).toBeLessThan(at('link e/hidden e/b.md'))
      expect(at('sync e')).toBeGreaterThan(at('link e/hidden e/b.md'))
      expect(at('sync e')).toBeLessThan(at('rename b/b.md b/hidden'))
      for (const folder of ['a', 'b', 'c', 'd', 'e', 'new']) {
        const names = calls.filter((call) => !call.startsWith('sync') && call.includes(`${folder}/`))
        expect(last(`sync ${folder}`)).toBeGreaterThan(last(names.at(-1) ?? ''))
      }
    }),
)

test.each(changes.map((change) => [change.kind, change] as const))(
  'no step is taken before the history is safe on disk: %s',
  (_kind, change) =>
    withDoor(files, async (given) => {
      const { door, lock, at } = given
      const { promise: disk, resolve: goOn } = Promise.withResolvers<undefined>()
      const isLog = ({ path }: DiskCall) => path.endsWith('history.sqlite-wal')
      const changed: string[] = []
      let isSafe = false
      const before = ({ name, path, to }: DiskCall) => {
        const isStep = ['rename', 'link', 'unlink', 'swap'].includes(name) && path.startsWith(at('.'))
        if (isStep && !isSafe) changed.push(`${name} ${path} ${to}`)
      }
      const hold = (call: DiskCall) => (isLog(call) ? disk : undefined)
      const folders = fs.readdirSync(at('.')).sort()
      await watchDisk({ before, hold }, async () => {
        const writing = writeChanges(door, lock, 'test', [change])
        expect(await Promise.race([writing, pause(50, 'it waits')])).toBe('it waits')
        expect(changed).toEqual([])
        expect(fs.readdirSync(at('.')).sort()).toEqual(folders)
        isSafe = true
        goOn(undefined)
        await writing
      })
    }),
)

test('what is taken back outlasts a power failure', () =>
  withDoor(files, async (given) => {
    const { door, lock, at } = given
    const save = (done: number) => {
      if (done === 3) fs.writeFileSync(at('c/c.md'), 'by an editor\n')
    }
    const calls = await callsOf(given, async () => {
      const writing = writeChanges(door, lock, 'test', changes, { progress: save })
      await expect(writing).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    })
    const lastName = calls.findLastIndex((call) => !call.startsWith('sync'))
    const synced = calls.slice(lastName + 1).map((call) => call.replace('sync ', ''))
    expect(synced).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']))
  }))

test('a change that was complete when it was cut off is made safe', () =>
  withDoor(files, async (given) => {
    const { door, at } = given
    const { steps } = await checkChanges(door.files, changes.slice(0, 1))
    await begin(door.history, { tool: 'test', time: door.now() }, steps)
    fs.writeFileSync(at('a/a.md'), 'A\n')
    expect(await callsOf(given, () => recoverChanges(door))).toEqual(['sync a'])
    expect(await door.history.begun()).toEqual([])
  }))
