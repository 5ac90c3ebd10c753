import { expect, test } from 'vitest'
import { isSuspicious, planSync } from '../../src/sync/plan-sync.ts'

const stamp = { size: 1, mtime: 1, inode: 1 }
const nothing = { files: new Set<string>(), canvases: new Map(), typeFolders: new Set<string>() }

test('what lies in a folder that cannot be read is not gone', () => {
  const indexed = {
    ...nothing,
    notes: new Map(['a.md', 'shut/b.md', 'shut/in/c.md', 'shutter/d.md'].map((path) => [path, stamp])),
  }
  const onDisk = { ...nothing, notes: new Map([['a.md', stamp]]), leftovers: [], unreadable: ['shut'] }
  expect(planSync(onDisk, indexed, '').removedNotes).toEqual(['shutter/d.md'])
})

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
