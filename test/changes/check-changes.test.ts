import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { checkChanges } from '../../src/changes/check-changes.ts'
import type { Disk } from '../../src/changes/planned-files.ts'
import type { PathState } from '../../src/files/look-at-path.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { version } from '../support/change-files.ts'

const nothing: PathState = { kind: 'nothing' }

/** A disk with these files and the folders that they lie in; `ignoresCase` finds a file under its name in any case. */
function diskOf(files: Readonly<Record<string, string>>, { ignoresCase = false } = {}): Disk {
  const folders = new Set(Object.keys(files).flatMap((path) => foldersAbove(path)))
  const key = (path: string) => (ignoresCase ? path.toLowerCase() : path)
  const found = new Map(Object.entries(files).map(([path, text]) => [key(path), text]))
  return {
    look: (path) => {
      const text = found.get(key(path))
      if (text !== undefined)
        return Promise.resolve({ kind: 'file', hash: version(text).hash, mode: 0o640, text })
      return Promise.resolve(folders.has(path) ? { kind: 'folder' } : nothing)
    },
    names: (folder) =>
      Promise.resolve(
        [...Object.keys(files), ...folders]
          .filter((path) => inFolder(path) === folder)
          .map((path) => path.slice(path.lastIndexOf('/') + 1)),
      ),
  }
}

function inFolder(path: string): string {
  return dirname(path) === '.' ? '' : dirname(path)
}

function foldersAbove(path: string): readonly string[] {
  const folder = inFolder(path)
  return folder === '' ? [] : [folder, ...foldersAbove(folder)]
}

const create = (path: string): FileChange => ({ kind: 'create', path, text: 'new\n' })
const remove = (path: string, dropFolder?: string): FileChange => ({
  kind: 'remove',
  path,
  before: version('old\n'),
  dropFolder,
})

/** The folders that the steps make, and what is wrong: `CODE path`. */
async function checked(disk: Disk, changes: readonly FileChange[], options: { mayTwin?: boolean } = {}) {
  const { steps, problems } = await checkChanges(disk, changes, options)
  return {
    made: steps.map(({ madeFolder }) => madeFolder),
    wrong: problems.map(({ path, error }) => `${error.code} ${path}`),
  }
}

test('the topmost of the folders that a step makes is kept, once for all that lies in them', async () => {
  const disk = diskOf({ 'here/a.md': 'old\n' })
  const plan = ['x/y/z/one.md', 'x/y/two.md', 'x/w/three.md', 'here/four.md', 'here/v/five.md', 'six.md'].map(
    create,
  )
  expect(await checked(disk, plan)).toEqual({
    made: ['x', null, 'x/w', null, 'here/v', null],
    wrong: [],
  })
})

test('a file where a folder is needed is refused, wherever it lies on the way', async () => {
  const disk = diskOf({ 'x/y': 'old\n' })
  expect(await checked(disk, [create('x/y/a.md')])).toEqual({ made: [], wrong: ['INVALID_PATH x/y'] })
  expect(await checked(disk, [create('x/y/z/a.md')])).toEqual({ made: [], wrong: ['INVALID_PATH x/y'] })
  // One that the plan itself makes counts as well.
  expect(await checked(disk, [create('q'), create('q/a.md')])).toEqual({
    made: [null],
    wrong: ['INVALID_PATH q'],
  })
})

test('folders that a step drops are gone for the steps after it, up to the one that it names and no further', async () => {
  const disk = diskOf({ 'x/y/a.md': 'old\n' })
  const after = async (dropFolder: string | undefined, path: string) =>
    await checked(disk, [remove('x/y/a.md', dropFolder), create(path)])
  expect(await after(undefined, 'x/y/b.md')).toEqual({ made: [null, null], wrong: [] })
  expect(await after('x/y', 'x/y/b.md')).toEqual({ made: [null, 'x/y'], wrong: [] })
  expect(await after('x/y', 'x/b.md')).toEqual({ made: [null, null], wrong: [] })
  expect(await after('x', 'x/y/b.md')).toEqual({ made: [null, 'x'], wrong: [] })
  expect(await after('x', 'x')).toEqual({ made: [null, null], wrong: [] })
  expect(await after('x/y', 'x')).toEqual({ made: [null], wrong: ['ALREADY_EXISTS x'] })
  // A folder that the file does not lie in is no folder of its.
  expect(await after('z', 'x/y/b.md')).toEqual({ made: [null, null], wrong: [] })
})

test('a folder that a moved file leaves empty is gone as well', async () => {
  const disk = diskOf({ 'x/a.md': 'old\n' })
  const move: FileChange = {
    kind: 'move',
    path: 'x/a.md',
    to: 'b.md',
    before: version('old\n'),
    text: null,
    dropFolder: 'x',
  }
  expect(await checked(disk, [move, create('x')])).toEqual({ made: [null, null], wrong: [] })
})

test('a name that differs in case alone is taken, unless a change is undone where the disk tells the two apart', async () => {
  const files = { 'A.md': 'old\n' }
  expect(await checked(diskOf(files), [create('a.md')])).toEqual({ made: [], wrong: ['ALREADY_EXISTS A.md'] })
  expect((await checked(diskOf(files), [create('a.md')], { mayTwin: true })).wrong).toEqual([])
  const blind = diskOf(files, { ignoresCase: true })
  expect((await checked(blind, [create('a.md')], { mayTwin: true })).wrong).toEqual(['ALREADY_EXISTS A.md'])
  expect((await checked(diskOf(files), [create('A.md')], { mayTwin: true })).wrong).toEqual([
    'ALREADY_EXISTS A.md',
  ])
})

test('a name in a folder that differs in case or accents is taken, on disk and in the plan', async () => {
  const disk = diskOf({ 'A/n.md': 'old\n', 'b/Caf\u00e9/x.md': 'old\n' })
  const plan = ['a/N.md', 'a/other.md', 'B/cafe\u0301/x.md', 'q/B1.md', 'Q/b1.md', 'Q/b2.md'].map(create)
  expect((await checked(disk, plan)).wrong).toEqual([
    'ALREADY_EXISTS A/n.md',
    'ALREADY_EXISTS b/Caf\u00e9/x.md',
    'ALREADY_EXISTS q/B1.md',
  ])
  expect((await checked(disk, plan, { mayTwin: true })).wrong).toEqual([])
  expect((await checked(disk, [moveFolder('A', 'a'), create('a/N.md')])).wrong).toEqual([
    'ALREADY_EXISTS a/n.md',
  ])
  expect((await checked(disk, [move('A/n.md', 'a/n.md'), create('A/n.md')])).wrong).toEqual([
    'ALREADY_EXISTS a/n.md',
  ])
})

test('a folder of another case that may not be looked into is passed over', async () => {
  const disk = diskOf({ 'a/n.md': 'old\n', 'A/n.md': 'old\n' })
  const names: Disk['names'] = (folder) =>
    folder === 'A' ? Promise.reject(new VaultError('OUTSIDE_VAULT', 'No.')) : disk.names(folder)
  expect((await checked({ ...disk, names }, [create('a/new.md')])).wrong).toEqual([])
})

test('a problem is where its error says, else at the step’s own path; a fault is no problem of the plan', async () => {
  const failing = (error: Error): Disk => ({ ...diskOf({}), look: () => Promise.reject(error) })
  const elsewhere = failing(new VaultError('PERMISSION_DENIED', 'No.', { path: 'above' }))
  expect((await checked(elsewhere, [create('a.md')])).wrong).toEqual(['PERMISSION_DENIED above'])
  const nowhere = failing(new VaultError('PERMISSION_DENIED', 'No.'))
  expect((await checked(nowhere, [create('a.md')])).wrong).toEqual(['PERMISSION_DENIED a.md'])
  const odd = failing(new VaultError('PERMISSION_DENIED', 'No.', { path: 7 }))
  expect((await checked(odd, [create('a.md')])).wrong).toEqual(['PERMISSION_DENIED a.md'])
  await expect(checked(failing(new RangeError('a fault')), [create('a.md')])).rejects.toThrow('a fault')
})

test('files that a plan replaces are read together, each once and with the text that is expected there', async () => {
  const disk = diskOf({ 'a.md': 'old\n', 'b.md': 'old\n' })
  const asked: string[] = []
  let underWay = 0
  let most = 0
  const slow: Disk = {
    ...disk,
    look: async (path, known) => {
      asked.push(`${path} ${String(known?.text)}`)
      most = Math.max(most, ++underWay)
      await Promise.resolve()
      underWay -= 1
      return await disk.look(path, known)
    },
  }
  const replace = (path: string): FileChange => ({
    kind: 'replace',
    path,
    before: version('old\n'),
    text: 'new\n',
  })
  const { steps } = await checkChanges(slow, [replace('a.md'), replace('b.md')])
  expect(steps.map(({ mode }) => mode)).toEqual([0o640, 0o640])
  expect(asked).toEqual(['a.md old\n', 'b.md old\n'])
  expect(most).toBe(2)
})

test('a file that is gone, changed or no file is a problem of its step, and the others are checked all the same', async () => {
  const disk = diskOf({ 'a.md': 'other\n', 'x/b.md': 'old\n' })
  const plan = [remove('a.md'), remove('gone.md'), remove('x'), remove('x/b.md')]
  expect(await checked(disk, plan)).toEqual({
    made: [null],
    wrong: ['CONTENT_HASH_MISMATCH a.md', 'NOT_FOUND gone.md', 'INVALID_PATH x'],
  })
})

const move = (path: string, to: string): FileChange => ({
  kind: 'move',
  path,
  to,
  before: version('old\n'),
  text: null,
})
const replace = (path: string, before: string): FileChange => ({
  kind: 'replace',
  path,
  before: version(before),
  text: 'new\n',
})
const moveFolder = (path: string, to: string): FileChange => ({ kind: 'move-folder', path, to })

test.each<[string, readonly FileChange[], readonly string[]]>([
  ['a file onto itself', [move('a.md', 'a.md')], ['INVALID_ARGUMENT a.md']],
  ['a file to another case of its name', [move('a.md', 'A.md')], []],
  ['a file onto another', [move('a.md', 'x/b.md')], ['ALREADY_EXISTS x/b.md']],
  ['a folder onto itself', [moveFolder('x', 'x')], ['INVALID_ARGUMENT x']],
  ['a folder into itself', [moveFolder('x', 'x/y')], ['INVALID_ARGUMENT x']],
  ['a folder to another case of its name', [moveFolder('x', 'X')], []],
  ['a file as a folder', [moveFolder('a.md', 'y')], ['NOT_FOUND a.md']],
  ['a folder onto a file', [moveFolder('x', 'a.md')], ['ALREADY_EXISTS a.md']],
  ['what has gone', [move('a.md', 'c.md'), remove('a.md')], ['NOT_FOUND a.md']],
  ['what was removed', [remove('a.md'), replace('a.md', 'old\n')], ['NOT_FOUND a.md']],
  ['a name that has become free', [remove('a.md'), create('a.md')], []],
  ['what a move has brought', [move('a.md', 'c.md'), replace('c.md', 'old\n')], []],
  ['what was written before', [replace('a.md', 'old\n'), remove('a.md')], ['CONTENT_HASH_MISMATCH a.md']],
  ['what was written just before', [create('c.md'), replace('c.md', 'new\n')], []],
  ['what lies in a moved folder', [moveFolder('x', 'y'), replace('y/b.md', 'old\n')], []],
  ['where it was before its folder moved', [moveFolder('x', 'y'), remove('x/b.md')], ['NOT_FOUND x/b.md']],
])('a plan that changes %s', async (_what, changes, wrong) => {
  expect((await checked(diskOf({ 'a.md': 'old\n', 'x/b.md': 'old\n' }), changes)).wrong).toEqual(wrong)
})

test('a plan that takes a file to have held another text than that of its hash is a fault', async () => {
  const before = { ...version('old\n'), text: 'other\n' }
  const plan: readonly FileChange[] = [{ kind: 'replace', path: 'a.md', before, text: 'new\n' }]
  await expect(checked(diskOf({ 'a.md': 'old\n' }), plan)).rejects.toThrow('not the one of its hash')
  const disk = diskOf({ 'a.md': 'old\n' })
  const unread: Disk = {
    ...disk,
    look: async (path) => {
      const state = await disk.look(path)
      return state.kind === 'file' ? { kind: 'file', hash: state.hash, mode: state.mode } : state
    },
  }
  await expect(checked(unread, plan)).rejects.toThrow('not the one of its hash')
  expect((await checked(unread, [replace('a.md', 'old\n')])).wrong).toEqual([])
})

test('permissions are those that a file has when its turn comes', async () => {
  const plan: readonly FileChange[] = [
    { ...create('new.md'), mode: 0o600 } as FileChange,
    { ...replace('new.md', 'new\n'), text: 'newer\n' } as FileChange,
    { kind: 'move', path: 'new.md', to: 'newer.md', before: version('newer\n'), text: null },
    { kind: 'remove', path: 'newer.md', before: version('newer\n') },
    move('a.md', 'b.md'),
    remove('b.md'),
  ]
  const { steps } = await checkChanges(diskOf({ 'a.md': 'old\n' }), plan)
  expect(steps.map(({ mode }) => mode)).toEqual([null, 0o600, 0o600, 0o600, 0o640, 0o640])
})
