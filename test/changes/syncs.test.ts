import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { checkChanges } from '../../src/changes/check-changes.ts'
import { historyFileIn, mendedFileIn, openHistory } from '../../src/changes/history-file.ts'
import { mendHistory } from '../../src/changes/mend-history.ts'
import { recoverChanges } from '../../src/changes/recover-changes.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { leaveVaultConfig } from '../../src/registry/leave-vault-config.ts'
import { writeAtomically } from '../../src/registry/write-atomically.ts'
import { layOutVault } from '../../src/vault/lay-out-vault.ts'
import { writeBackup } from '../../src/vault/write-backup.ts'
import { version } from '../support/change-files.ts'
import { type GivenDoor, withDoor } from '../support/with-door.ts'
import { withFolder } from '../support/with-folder.ts'
import { begin, withHistory } from '../support/with-history.ts'

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

test.each([
  ...changes.map((change) => [change.kind, change, 'history.sqlite-wal'] as const),
  // A file that was just made is safe once its name is.
  ...changes.slice(0, 1).map((change) => ['its name', change, '/state'] as const),
])('no step is taken before the history is safe on disk: %s', (_kind, change, held) =>
  withDoor(files, async (given) => {
    const { door, lock, at } = given
    const { promise: disk, resolve: goOn } = Promise.withResolvers<undefined>()
    const isLog = ({ name, path }: DiskCall) => name === 'sync' && path.endsWith(held)
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

test('where a drive allows no write-ahead log SQLite itself waits for the disk', () => {
  const db = openHistory(':memory:')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  db.close()
})

/** What is renamed in a folder and what the disk is waited for; temporary names are one like the other. */
async function renamesIn(folder: string, work: () => Promise<unknown>): Promise<readonly string[]> {
  const calls: string[] = []
  const show = (path: string) => (relative(folder, path) || '.').replace(/\.\S+\.tmp$/, 'temporary')
  const after = ({ name, path, to }: DiskCall) => {
    if (name === 'sync') calls.push(`sync ${show(path)}`)
    else if (name === 'rename') calls.push(`rename ${show(path)} ${show(to)}`)
  }
  await watchDisk({ after }, work)
  return calls
}

test('a history that was mended is whole on disk before it takes the place of the damaged one', () =>
  withHistory(async ({ history, folder }) => {
    await begin(history, { tool: 'test', time: new Date(0) }, [])
    history.close()
    const calls = await renamesIn(folder, () => mendHistory(folder, new Date()))
    const [file, mended] = [historyFileIn(folder), mendedFileIn(folder)].map((path) => basename(path))
    expect(calls.filter((call) => call.includes(String(mended)))).toEqual([
      `sync ${mended}.draft`,
      `rename ${mended}.draft ${mended}`,
      `rename ${mended} ${file}`,
    ])
    expect(calls.at(-1)).toBe('sync .')
  }))

test('what flint writes beside notes is safe on disk before it counts: settings, backups, a new vault', () =>
  withFolder({ 'config.yml': 'old\n', 'other/': '', 'vault/': '' }, async (folder) => {
    const at = (path: string) => join(folder, path)
    const mayReplace = () => Promise.resolve(true)
    expect(await renamesIn(folder, () => writeAtomically(at('config.yml'), 'new\n', mayReplace))).toEqual([
      'sync temporary',
      'rename temporary config.yml',
    ])
    expect(await renamesIn(folder, () => writeBackup(at('backups'), 'a.md', 'a\n', new Date(0)))).toEqual([
      'sync backups/1970-01-01T00-00-00.000Z/a.md',
    ])
    const about = { id: 'main' as VaultId, name: 'Main', description: '', types: 'none' } as const
    const made = await renamesIn(folder, () => layOutVault(at('vault'), about, new Date(0)))
    // After each of its two files.
    expect(made.filter((call) => call === 'sync vault/.flint-note')).toHaveLength(2)
    const facts = { lastUsed: null, registered: true, aliases: [], isDeclared: true } as const
    const known = {
      ...facts,
      id: about.id,
      name: 'Other',
      root: at('other'),
      description: '',
      source: 'registered',
    } as const
    expect((await renamesIn(folder, () => leaveVaultConfig(known))).at(-1)).toBe('sync other/.flint-note')
  }))
