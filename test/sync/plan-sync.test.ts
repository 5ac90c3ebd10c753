import { expect, test } from 'vitest'
import { unsure } from '../../src/model/file-stamp.ts'
import { StampedPaths } from '../../src/files/walk-vault.ts'
import { isNothing, isSuspicious, planSync } from '../../src/sync/plan-sync.ts'

const nothing = { files: new Set<string>(), canvases: new StampedPaths(), typeFolders: new Set<string>() }
const unknown = { ...nothing, notes: [], canvases: [] }
/** As the index has them. */
const row = (path: string, mtime = 1) => [path, 1, mtime, 1, 1] as const

test('what lies in a folder that cannot be read is not gone', () => {
  const indexed = {
    ...unknown,
    notes: ['a.md', 'shut/b.md', 'shut/in/c.md', 'shutter/d.md'].map((path) => row(path)),
  }
  const onDisk = { ...nothing, notes: stamps(['a.md', 1]), leftovers: [], unreadable: ['shut'] }
  expect(planSync(onDisk, indexed, '').removedNotes).toEqual(['shutter/d.md'])
})

/** As they are on disk: with these times. */
function stamps(...given: readonly (readonly [string, number])[]) {
  const stamped = new StampedPaths()
  for (const [path, mtimeMs] of given) stamped.add(path, { size: 1, mtimeMs, ino: 1, ctimeMs: 1 })
  return stamped
}
const walked = (more: object) => ({
  ...nothing,
  notes: new StampedPaths(),
  leftovers: [],
  unreadable: [],
  ...more,
})

test('what differs only in when the system noted a change has to be read to know', () => {
  const canvas = (noted: number | null) => ['board.canvas', 1, 1, 1, noted] as const
  const known = (noted: number) => ['a.md', 1, 1, 1, noted] as const
  const onDisk = walked({ notes: stamps(['a.md', 1]), canvases: stamps(['board.canvas', 1]) })
  for (const noted of [0, unsure, 2]) {
    const plan = planSync(onDisk, { ...unknown, notes: [known(noted)], canvases: [canvas(null)] }, '')
    expect(plan).toMatchObject({ toRead: [], unsure: ['a.md'], canvasesToRead: ['board.canvas'] })
    expect(isNothing(plan)).toBe(false)
  }
  expect(isNothing(planSync(onDisk, { ...unknown, notes: [known(1)], canvases: [canvas(1)] }, ''))).toBe(true)
})

test('what is new or has another time is read, what is no longer there is removed, and nothing else is touched', () => {
  const known = ['same.md', 'changed.md', 'in/gone.md', 'out/gone.md'].map((path) => row(path))
  const here = stamps(['same.md', 1], ['changed.md', 2], ['new.md', 1])
  const indexed = {
    notes: known,
    files: new Set(['a', 'in/b', 'out/b']),
    canvases: known,
    typeFolders: new Set<string>(),
  }
  const onDisk = walked({ notes: here, files: new Set(['a', 'c']), canvases: here })
  expect(planSync(onDisk, indexed, '')).toEqual({
    toRead: ['changed.md', 'new.md'],
    unsure: [],
    canvasesToRead: ['changed.md', 'new.md'],
    removedNotes: ['in/gone.md', 'out/gone.md'],
    addedFiles: ['c'],
    removedFiles: ['in/b', 'out/b'],
    typeFolders: null,
  })
  // Whoever looked at one folder knows nothing of the others.
  expect(planSync(onDisk, indexed, 'in')).toMatchObject({
    removedNotes: ['in/gone.md'],
    removedFiles: ['in/b'],
  })
  for (const other of [{ size: 2 }, { ino: 2 }]) {
    const notes = new StampedPaths()
    notes.add('same.md', { size: 1, mtimeMs: 1, ino: 1, ctimeMs: 1, ...other })
    expect(planSync(walked({ notes }), indexed, 'x').toRead).toEqual(['same.md'])
  }
})

test.each([
  [['a', 'b'], ['a', 'b'], '', [], null],
  [['a', 'c'], ['a', 'b'], '', [], ['a', 'c']],
  [['a'], ['a', 'b'], '', [], ['a']],
  [['a', 'b'], ['a'], '', [], ['a', 'b']],
  // Outside the folder that was looked at, and where nothing may be looked at, a type is still there.
  [['a'], ['a', 'b'], 'a', [], null],
  [['a', 'a/c'], ['b'], 'a', [], ['a', 'a/c', 'b']],
  [[], ['shut/b'], '', ['shut'], null],
])(
  'with types in %j, of %j known, looking at %j without %j, the types are %j',
  (here, known, folder, unreadable, types) => {
    const indexed = { ...unknown, typeFolders: new Set(known) }
    expect(planSync(walked({ typeFolders: new Set(here), unreadable }), indexed, folder).typeFolders).toEqual(
      types,
    )
  },
)

test.each([
  [1, 100, false],
  [3, 4, false],
  [3, 3, true],
  [1, 1, true],
  [4, 41, false],
  [4, 39, true],
  [12, 40, true],
  [0, 0, false],
])('of a vault that loses %i of %i notes at once it is doubted: %j', (removed, indexed, isDoubted) => {
  expect(isSuspicious(removed, indexed)).toBe(isDoubted)
})
