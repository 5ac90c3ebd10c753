import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedStep } from '../../src/changes/recorded-change.ts'
import { foldersOf, rollBack, type RollBackOptions } from '../../src/changes/roll-back.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { CaseBlindFiles } from '../support/case-blind-files.ts'
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
  /** On a drive that does not tell case apart. */
  readonly isCaseBlind?: boolean
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
const moveCase: RecordedStep = { ...move, movedTo: 'A.md', madeFolder: null }
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
  {
    where: 'a text is the new one of a step that may not have begun',
    step: replace,
    found: { 'a.md': 'after\n' },
    after: { 'a.md': 'before\n' },
    how: { begun: 0 },
  },
  {
    where: 'a text that was too long to keep was changed by somebody',
    step: { ...replace, beforeText: null },
    found: { 'a.md': theirs },
    isLeft: true,
  },
  {
    where: 'it is not known where a file went',
    step: { ...move, movedTo: null },
    found: inPlace,
    isLeft: true,
  },
  {
    where: 'it is not known what a moved file held',
    step: { ...move, beforeHash: null },
    found: inPlace,
    isLeft: true,
  },
  {
    where: 'it is not known what a moved file holds',
    step: { ...move, afterHash: null },
    found: inPlace,
    isLeft: true,
  },
  {
    where: 'it is not known where a folder went',
    step: { ...moveFolder, movedTo: null },
    found: { 'made/': '' },
    isLeft: true,
  },
  {
    where: 'a file has got its new case and not its new text',
    step: moveCase,
    found: { 'A.md': 'before\n' },
    after: { 'a.md': 'before\n' },
    isCaseBlind: true,
  },
  {
    where: 'a file has got its new case and its new text',
    step: moveCase,
    found: { 'A.md': 'after\n' },
    after: { 'a.md': 'before\n' },
    isCaseBlind: true,
  },
  { where: 'a file has its old case', step: moveCase, found: { 'a.md': 'before\n' }, isCaseBlind: true },
  {
    where: 'somebody has given a file its old case',
    step: moveCase,
    found: { 'a.md': 'after\n' },
    isCaseBlind: true,
    isLeft: true,
  },
  {
    where: 'somebody has changed a file that has got another case',
    step: moveCase,
    found: { 'A.md': theirs },
    isCaseBlind: true,
    isLeft: true,
  },
  {
    where: 'a folder has got another case',
    step: { ...moveFolder, movedTo: 'Old', madeFolder: null },
    found: { 'Old/': '', 'Old/a.md': theirs },
    after: { 'old/': '', 'old/a.md': theirs },
    isCaseBlind: true,
  },
  {
    where: 'a folder has its old case',
    step: { ...moveFolder, movedTo: 'Old', madeFolder: null },
    found: { 'old/': '' },
    isCaseBlind: true,
  },
]

test.each(cases.map((one) => [one.where, one] as const))(
  'where %s, only what the step did is taken back',
  (_where, { step, found, after: expected = found, isLeft = false, how = {}, isCaseBlind = false }) =>
    withFolder({}, async (folder) => {
      for (const [path, text] of Object.entries(found)) {
        if (path.endsWith('/')) fs.mkdirSync(join(folder, path), { recursive: true })
        else fs.writeFileSync(join(folder, path), text)
      }
      const files = isCaseBlind ? new CaseBlindFiles(folder) : new VaultFiles(folder)
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

/** Files into which somebody does something each time that a new text lies beside one. */
class BusyFiles extends VaultFiles {
  attempts = 0
  readonly #meanwhile: (attempt: number) => void

  constructor(folder: string, meanwhile: (attempt: number) => void) {
    super(folder)
    this.#meanwhile = meanwhile
  }

  override prepare: VaultFiles['prepare'] = async (...args) => {
    const prepared = await super.prepare(...args)
    this.#meanwhile(++this.attempts)
    return prepared
  }
}

const taken: RollBackOptions = { begun: 1, halfway: 1 }

test.each([
  ['twice', 2, { left: [], failures: [] }, 'before\n\n1\n\n2\n'],
  ['for ever', 9, { failures: [{ code: 'CONTENT_HASH_MISMATCH' }] }, 'after\n\n1\n\n2\n\n3\n\n4\n\n5\n'],
])('what an editor saves %s while a text is taken back stays', (_often, saves, ending, text) =>
  withFolder({ 'a.md': 'after\n' }, async (folder) => {
    const files = new BusyFiles(folder, (attempt) => {
      if (attempt <= saves) fs.appendFileSync(join(folder, 'a.md'), `\n${attempt}\n`)
    })
    expect(await rollBack(files, [replace], taken)).toMatchObject(ending)
    expect(treeOf(folder)).toEqual({ 'a.md': text })
  }),
)

test('what the disk refuses is not tried again at once', () =>
  withFolder({ 'a.md': 'after\n' }, async (folder) => {
    const files = new BusyFiles(folder, () => {
      throw new Error('no room')
    })
    expect(await rollBack(files, [replace], taken)).toEqual({ left: [], failures: [new Error('no room')] })
    expect(files.attempts).toBe(1)
  }))

test('a step changes names where its file was and where it went', () => {
  expect([foldersOf(replace), foldersOf(create), foldersOf(move)]).toEqual([[''], ['made'], ['', 'made']])
})
