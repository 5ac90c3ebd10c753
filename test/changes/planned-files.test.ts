import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Disk, PlannedFiles } from '../../src/changes/planned-files.ts'
import type { PathState } from '../../src/files/look-at-path.ts'
import { normalizeKey } from '../../src/model/normalize-key.ts'
import { fileNameOf, folderOf, isInside } from '../../src/model/note-path.ts'
import { version } from '../support/change-files.ts'

/** What is at each path, a text or null for a folder. */
type Tree = ReadonlyMap<string, string | null>

const start: Tree = new Map([
  ['a', null],
  ['a/n.md', 'a/n'],
  ['a/b', null],
  ['a/b/n.md', 'a/b/n'],
  ['n.md', 'n'],
])
const places = ['', 'a/', 'A/', 'a/b/', 'b/', 'c/', 'c/b/'].flatMap((folder) => [
  `${folder}n.md`,
  `${folder}N.md`,
])
const folders = ['a', 'A', 'a/b', 'b', 'c', 'c/b']

function stateIn(tree: Tree, path: string): PathState {
  const text = tree.get(path)
  if (text === undefined) return { kind: 'nothing' }
  return text === null ? { kind: 'folder' } : { kind: 'file', hash: version(text).hash, mode: 0o644 }
}

const namesIn = (tree: Tree, folder: string) =>
  [...tree.keys()].filter((path) => folderOf(path) === folder).map(fileNameOf)

/** The tree in which a folder has moved. */
function moved(tree: Tree, from: string, to: string): Tree {
  return new Map(
    [...tree].map(([path, text]) => [isInside(path, from) ? to + path.slice(from.length) : path, text]),
  )
}

type Step =
  | { readonly kind: 'set'; readonly path: string; readonly text: string | null }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    path: fc.constantFrom(...places),
    text: fc.constantFrom('x', 'y', null),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    from: fc.constantFrom(...folders),
    to: fc.constantFrom(...folders),
  }),
)

/** Plans a step that can be planned, and gives the tree that it leads to. */
function take(planned: PlannedFiles, tree: Tree, one: Step): Tree {
  if (one.kind === 'set') {
    const { path, text } = one
    if (folderOf(path) !== '' && tree.get(folderOf(path)) !== null) return tree
    const after = new Map(tree)
    if (text === null) after.delete(path)
    else after.set(path, text)
    planned.set(path, stateIn(after, path))
    return after
  }
  const { from, to } = one
  const isFree = tree.get(from) === null && !tree.has(to) && !isInside(to, from)
  if (!isFree || (folderOf(to) !== '' && tree.get(folderOf(to)) !== null)) return tree
  planned.moveFolder(from, to)
  return moved(tree, from, to)
}

test('whatever is planned, each path and its twins are found as the steps would leave them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ steps: fc.array(step, { maxLength: 4 }), isTried: fc.boolean(), isKept: fc.boolean() }),
        {
          maxLength: 4,
        },
      ),
      async (parts) => {
        const asked: string[] = []
        const disk: Disk = {
          look: (path) => {
            asked.push(path)
            return Promise.resolve(stateIn(start, path))
          },
          names: (folder) => Promise.resolve(namesIn(start, folder)),
        }
        const planned = new PlannedFiles(disk)
        let tree = start
        for (const { steps, isTried, isKept } of parts) {
          let after = tree
          const plan = () => {
            for (const one of steps) after = take(planned, after, one)
            return Promise.resolve(isKept)
          }
          if (isTried) await planned.attempt(plan)
          else await plan()
          tree = isTried && !isKept ? tree : after
        }
        for (const path of [...places, ...folders]) {
          expect(await planned.look(path), path).toEqual(stateIn(tree, path))
          const twins = [...tree.keys()].filter((other) => normalizeKey(other) === normalizeKey(path))
          expect([...(await planned.twins(path))].sort(), path).toEqual(twins.sort())
          const place = planned.placeOnDisk(path)
          if (place !== null) expect(stateIn(start, place), path).toEqual(stateIn(tree, path))
          // What is no longer as it was is among what was touched, where it is now.
          const isSame = JSON.stringify(stateIn(start, path)) === JSON.stringify(stateIn(tree, path))
          const isNear = planned.touched().some((touched) => isInside(path, touched))
          if (!isSame) expect(isNear, path).toBe(true)
        }
        expect(new Set(asked).size).toBe(asked.length)
      },
    ),
    { numRuns: 100 },
  )
})

test('a file that only moves of folders have touched is known to lie on disk where it was', () => {
  const planned = new PlannedFiles({
    look: (path) => Promise.resolve(stateIn(start, path)),
    names: (folder) => Promise.resolve(namesIn(start, folder)),
  })
  planned.moveFolder('a', 'c')
  planned.moveFolder('c/b', 'b')
  planned.set('c/new.md', { kind: 'nothing' })
  const found = ['b/n.md', 'c/n.md', 'n.md', 'a/n.md', 'c/b/n.md', 'c/new.md'].map((path) =>
    planned.placeOnDisk(path),
  )
  expect(found).toEqual(['a/b/n.md', 'a/n.md', 'n.md', null, null, null])
  expect([...planned.touched()].sort()).toEqual(['a', 'b', 'c', 'c/b', 'c/new.md'])
})
