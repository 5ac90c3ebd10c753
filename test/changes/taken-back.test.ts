import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedStep } from '../../src/changes/recorded-change.ts'
import { rollBack, type RollBackOptions } from '../../src/changes/roll-back.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { version } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withFolder } from '../support/with-folder.ts'

/** Files by path; a folder ends in a slash. */
type Tree = Readonly<Record<string, string>>

interface Case {
  readonly where: string
  readonly step: RecordedStep
  readonly found: Tree
  /** What is there afterwards; the same where nothing is said. */
  readonly after?: Tree
  /** Whether the step is told to be left as it is. */
  readonly isLeft?: boolean
  /** By default the step was taken, and the next one was not begun. */
  readonly how?: Partial<RollBackOptions>
}

const nothing = {
  position: 0,
  movedTo: null,
  beforeText: null,
  afterText: null,
  beforeHash: null,
  afterHash: null,
  mode: null,
  madeFolder: null,
}
const before = version('before\n')
const after = version('after\n')
const create: RecordedStep = {
  ...nothing,
  kind: 'create',
  path: 'made/a.md',
  afterText: after.text,
  afterHash: after.hash,
  madeFolder: 'made',
}
const both = {
  beforeText: before.text,
  beforeHash: before.hash,
  afterText: after.text,
  afterHash: after.hash,
}
const replace: RecordedStep = { ...nothing, ...both, kind: 'replace', path: 'a.md' }
const remove: RecordedStep = {
  ...nothing,
  kind: 'remove',
  path: 'a.md',
  beforeText: before.text,
  beforeHash: before.hash,
}
const move: RecordedStep = {
  ...nothing,
  ...both,
  kind: 'move',
  path: 'a.md',
  movedTo: 'made/b.md',
  madeFolder: 'made',
}
const moveFolder: RecordedStep = {
  ...nothing,
  kind: 'move-folder',
  path: 'old',
  movedTo: 'made/new',
  madeFolder: 'made',
}
const inPlace: Tree = { 'made/': '', 'made/b.md': 'after\n' }
const theirs = 'theirs\n'

const cases: readonly Case[] = [
  {
    where: 'a new file is as it was made',
    step: create,
    found: { 'made/': '', 'made/a.md': 'after\n' },
    after: {},
  },
  { where: 'a new file is gone and its folder is there', step: create, found: { 'made/': '' }, after: {} },
  {
    where: 'a new file went into a folder that was there',
    step: { ...create, madeFolder: null },
    found: { 'made/': '', 'made/a.md': 'after\n' },
    after: { 'made/': '' },
  },
  {
    where: 'somebody has changed a new file',
    step: create,
    found: { 'made/': '', 'made/a.md': theirs },
    isLeft: true,
  },
  {
    where: 'somebody has emptied a new file',
    step: create,
    found: { 'made/': '', 'made/a.md': '' },
    isLeft: true,
  },
  {
    where: 'an empty file keeps the place of a new one',
    step: create,
    found: { 'made/': '', 'made/a.md': '' },
    after: {},
    how: { halfway: 0 },
  },
  {
    where: 'somebody took the place while it was being made',
    step: create,
    found: { 'made/': '', 'made/a.md': theirs },
    isLeft: true,
    how: { halfway: 0 },
  },
  {
    where: 'a folder lies at the place of a new file',
    step: create,
    found: { 'made/': '', 'made/a.md/': '' },
    isLeft: true,
  },
  {
    where: 'a file lies where one was not yet made',
    step: create,
    found: { 'made/': '', 'made/a.md': theirs },
    how: { begun: 0 },
  },
  {
    where: 'a text is the new one',
    step: replace,
    found: { 'a.md': 'after\n' },
    after: { 'a.md': 'before\n' },
  },
  { where: 'a text is still the old one', step: replace, found: { 'a.md': 'before\n' } },
  { where: 'the text is no more there', step: replace, found: {}, isLeft: true },
  { where: 'a folder lies in the place of the text', step: replace, found: { 'a.md/': '' }, isLeft: true },
  { where: 'a text is somebody else’s', step: replace, found: { 'a.md': theirs }, isLeft: true },
  {
    where: 'somebody has written below the new text',
    step: replace,
    found: { 'a.md': 'after\n\nmore\n' },
    after: { 'a.md': 'before\n\nmore\n' },
  },
  {
    where: 'somebody has written, of all texts, below what would have become the new one',
    step: replace,
    found: { 'a.md': 'after\n\nmore\n' },
    how: { begun: 0 },
  },
  {
    where: 'somebody has written below a text of an older version',
    step: { ...replace, afterText: null },
    found: { 'a.md': 'after\n\nmore\n' },
    isLeft: true,
  },
  {
    where: 'the text was too long to keep',
    step: { ...replace, beforeText: null },
    found: { 'a.md': 'after\n' },
    isLeft: true,
  },
  { where: 'a file was removed', step: remove, found: {}, after: { 'a.md': 'before\n' } },
  { where: 'a file is still there', step: remove, found: { 'a.md': 'before\n' } },
  { where: 'somebody has made a removed file again', step: remove, found: { 'a.md': theirs }, isLeft: true },
  { where: 'a folder lies where a file was removed', step: remove, found: { 'a.md/': '' }, isLeft: true },
  {
    where: 'a file too long to keep was removed',
    step: { ...remove, beforeText: null },
    found: {},
    isLeft: true,
  },
  { where: 'a file was moved and edited', step: move, found: inPlace, after: { 'a.md': 'before\n' } },
  {
    where: 'a file was moved as it is',
    step: { ...move, beforeText: null, afterText: null, afterHash: before.hash },
    found: { 'made/': '', 'made/b.md': 'before\n' },
    after: { 'a.md': 'before\n' },
  },
  {
    where: 'a file was moved into a folder that was there',
    step: { ...move, madeFolder: null },
    found: inPlace,
    after: { 'a.md': 'before\n', 'made/': '' },
  },
  { where: 'a file was not yet moved', step: move, found: { 'a.md': 'before\n' } },
  {
    where: 'a file was about to lose its old name',
    step: move,
    found: { 'a.md': 'before\n', ...inPlace },
    after: { 'a.md': 'before\n' },
    how: { halfway: 0 },
  },
  {
    where: 'an empty file keeps the place to which one moves',
    step: move,
    found: { 'a.md': 'before\n', 'made/': '', 'made/b.md': '' },
    after: { 'a.md': 'before\n' },
    how: { halfway: 0 },
  },
  {
    where: 'somebody took the place to which a file was about to move',
    step: move,
    found: { 'a.md': 'before\n', 'made/': '', 'made/b.md': theirs },
    isLeft: true,
    how: { halfway: 0 },
  },
  { where: 'both names lead to a file, long after', step: move, found: { 'a.md': 'before\n', ...inPlace } },
  {
    where: 'somebody has changed a moved file',
    step: move,
    found: { 'made/': '', 'made/b.md': theirs },
    isLeft: true,
  },
  { where: 'a moved file is gone', step: move, found: {}, isLeft: true },
  {
    where: 'somebody has taken the old name of a moved file',
    step: move,
    found: { 'a.md': theirs, ...inPlace },
    isLeft: true,
    how: { halfway: 0 },
  },
  {
    where: 'a folder has taken the old name of a moved file',
    step: move,
    found: { 'a.md/': '', ...inPlace },
    isLeft: true,
  },
  {
    where: 'a folder lies where a file was moved to',
    step: move,
    found: { 'made/': '', 'made/b.md/': '' },
    isLeft: true,
  },
  {
    where: 'a folder was moved',
    step: moveFolder,
    found: { 'made/': '', 'made/new/': '', 'made/new/a.md': theirs },
    after: { 'old/': '', 'old/a.md': theirs },
  },
  {
    where: 'a folder was moved into one that was there',
    step: { ...moveFolder, madeFolder: null },
    found: { 'made/': '', 'made/new/': '' },
    after: { 'made/': '', 'old/': '' },
  },
  { where: 'a folder was not yet moved', step: moveFolder, found: { 'old/': '' } },
  {
    where: 'a folder was not yet moved and those above its new place are made',
    step: moveFolder,
    found: { 'old/': '', 'made/': '' },
    after: { 'old/': '' },
  },
  {
    where: 'a folder has both names',
    step: moveFolder,
    found: { 'old/': '', 'made/': '', 'made/new/': '' },
    // One of the two is somebody else's.
  },
  {
    where: 'a file has the old name of a moved folder',
    step: moveFolder,
    found: { old: theirs, 'made/': '', 'made/new/': '' },
    isLeft: true,
  },
  {
    where: 'a file has the new name of a moved folder',
    step: moveFolder,
    found: { 'made/': '', 'made/new': theirs },
    isLeft: true,
  },
  { where: 'a moved folder is gone', step: moveFolder, found: { 'made/': '' }, isLeft: true },
]

test.each(cases.map((one) => [one.where, one] as const))(
  'where %s, only what the step did is taken back',
  (_where, { step, found, after: expected = found, isLeft = false, how = {} }) =>
    withFolder({}, async (folder) => {
      for (const [path, text] of Object.entries(found)) {
        if (path.endsWith('/')) fs.mkdirSync(join(folder, path), { recursive: true })
        else fs.writeFileSync(join(folder, path), text)
      }
      const files = new VaultFiles(folder)
      // Once more changes nothing: whoever was killed meanwhile begins anew.
      for (const turn of ['first', 'again']) {
        const { left, failures } = await rollBack(files, [step], { begun: 1, halfway: 1, ...how })
        expect(failures, turn).toEqual([])
        if (turn === 'first') expect(left).toEqual(isLeft ? [step] : [])
        expect(treeOf(folder), turn).toEqual(expected)
      }
    }),
)

test('steps are taken back from the last to the first, and those that were begun are told apart', () =>
  withFolder({ 'b.md': 'third\n' }, async (folder) => {
    const texts = ['first\n', 'second\n', 'third\n'].map(version)
    const [first, second, third] = texts as [typeof before, typeof before, typeof before]
    const steps: RecordedStep[] = [
      {
        ...nothing,
        kind: 'replace',
        path: 'a.md',
        beforeText: first.text,
        beforeHash: first.hash,
        afterText: second.text,
        afterHash: second.hash,
      },
      {
        ...nothing,
        kind: 'move',
        path: 'a.md',
        movedTo: 'b.md',
        beforeHash: second.hash,
        afterHash: second.hash,
      },
      {
        ...nothing,
        kind: 'replace',
        path: 'b.md',
        beforeText: second.text,
        beforeHash: second.hash,
        afterText: third.text,
        afterHash: third.hash,
      },
      { ...create, path: 'c.md', madeFolder: null },
    ].map((step, position) => ({ ...step, position }) as RecordedStep)
    fs.writeFileSync(join(folder, 'c.md'), theirs)
    const { left } = await rollBack(new VaultFiles(folder), steps, { begun: 3, halfway: 3 })
    expect(left).toEqual([])
    expect(treeOf(folder)).toEqual({ 'a.md': 'first\n', 'c.md': theirs })
  }))

test('a step that cannot be taken back keeps no other from it, and is told', () =>
  withFolder({ 'a.md': 'after\n', 'b.md': 'after\n' }, async (folder) => {
    const files = new VaultFiles(folder, (path) => {
      if (path === 'b.md') throw new Error('not now')
    })
    const steps = ['a.md', 'b.md'].map((path, position) => ({ ...replace, path, position }))
    const { failures } = await rollBack(files, steps, { begun: 2, halfway: 2 })
    expect(failures).toEqual([new Error('not now')])
    expect(treeOf(folder)).toEqual({ 'a.md': 'before\n', 'b.md': 'after\n' })
  }))
