import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { checkChanges } from '../../src/changes/check-changes.ts'
import { mergeBack } from '../../src/changes/merge-back.ts'
import { recoverChanges } from '../../src/changes/recover-changes.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { CaseBlindFiles } from '../support/case-blind-files.ts'
import { version } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { type GivenDoor, withDoor } from '../support/with-door.ts'
import { begin } from '../support/with-history.ts'

/** A change that was cut off when so many of its steps might have begun. */
async function cutOff({ door }: GivenDoor, changes: readonly FileChange[], reached: number): Promise<void> {
  const { steps, problems } = await checkChanges(door.files, changes)
  expect(problems).toEqual([])
  const id = await begin(door.history, { tool: 'test', time: door.now() }, steps)
  await door.history.reach(id, reached)
}

const replaceA: FileChange = { kind: 'replace', path: 'a.md', before: version('a\n'), text: 'A\n' }
const createB: FileChange = { kind: 'create', path: 'b.md', text: 'b\n' }

test('an empty file that somebody else has made where a cut-off change was about to make one stays', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    await cutOff(given, [replaceA, createB], 1)
    fs.writeFileSync(given.at('a.md'), 'A\n')
    fs.writeFileSync(given.at('b.md'), '')
    await recoverChanges(given.door)
    expect(fs.readFileSync(given.at('a.md'), 'utf8')).toBe('a\n')
    expect(fs.existsSync(given.at('b.md'))).toBe(true)
    expect(await given.door.history.find('1')).toBeNull()
    expect(given.log).toEqual(['a change that was cut off was taken back {"change":"1","tool":"test"}'])
  }))

test('the empty file that kept the place where there are no hard links goes', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    await cutOff(given, [replaceA, createB], 2)
    fs.writeFileSync(given.at('b.md'), '')
    await recoverChanges(given.door)
    expect(fs.existsSync(given.at('b.md'))).toBe(false)
  }))

test('a file that was removed comes back with its permissions, and the index is told where to look', () =>
  withDoor({ 'a.md': 'a\n', 'c.md': 'c\n' }, async (given) => {
    fs.chmodSync(given.at('c.md'), 0o600)
    await cutOff(given, [{ kind: 'remove', path: 'c.md', before: version('c\n') }, replaceA], 1)
    fs.unlinkSync(given.at('c.md'))
    expect(await recoverChanges(given.door)).toEqual(['c.md', 'a.md'])
    expect(fs.statSync(given.at('c.md')).mode & 0o777).toBe(0o600)
    expect(fs.readFileSync(given.at('c.md'), 'utf8')).toBe('c\n')
  }))

test('what an editor saved at the moment at which a change was cut off is kept where it is seen', () =>
  withDoor({ 'dir/a.md': 'a\n' }, async (given) => {
    const change = { ...replaceA, path: 'dir/a.md' } as FileChange
    await cutOff(given, [change], 1)
    const left = '.flint-00000000-0000-4000-8000-000000000000'
    fs.writeFileSync(given.at('dir/a.md'), 'A\n')
    fs.writeFileSync(given.at(`dir/${left}.kept`), 'by an editor\n')
    fs.writeFileSync(given.at(`dir/${left.replace('8000', '8001')}.kept`), 'a\n')
    fs.writeFileSync(given.at(`dir/${left}.tmp`), 'half of a te')
    const [copy = '', ...paths] = await recoverChanges(given.door)
    expect(paths).toEqual(['dir/a.md'])
    expect(copy).toMatch(/^dir\/text \(saved meanwhile .+\)\.md$/)
    expect(fs.readFileSync(given.at(copy), 'utf8')).toBe('by an editor\n')
    expect(fs.readdirSync(given.at('dir'))).toHaveLength(2)
    expect(given.log.join('\n')).toContain(copy)
  }))

test('bytes that are no UTF-8 and were saved in between stay as they are', () =>
  withDoor({ 'a.md': 'a\n', 'c.md': 'c\n', 'd.md': 'd\n' }, async ({ door, lock, at }) => {
    const latin = Buffer.from([0x41, 0x0a, 0x63, 0x61, 0x66, 0xe9, 0x0a])
    const save = (done: number) => {
      if (done !== 1) return
      fs.writeFileSync(at('a.md'), latin)
      fs.writeFileSync(at('d.md'), 'by an editor\n')
    }
    const replace = (name: string): FileChange => ({
      kind: 'replace',
      path: `${name}.md`,
      before: version(`${name}\n`),
      text: `${name.toUpperCase()}\n`,
    })
    const writing = writeChanges(door, lock, 'test', ['a', 'c', 'd'].map(replace), { progress: save })
    await expect(writing).rejects.toMatchObject({ code: 'CONFLICT', facts: { left_as_they_are: ['a.md'] } })
    expect(Buffer.compare(fs.readFileSync(at('a.md')), latin)).toBe(0)
    expect(fs.readFileSync(at('c.md'), 'utf8')).toBe('c\n')
  }))

test('a long change that fails leaves no hidden file', () => {
  const names = Array.from({ length: 100 }, (_, number) => `n${number}.md`)
  return withDoor(Object.fromEntries(names.map((name) => [name, 'old\n'])), async ({ door, lock, at }) => {
    const save = () => {
      fs.writeFileSync(at('n60.md'), 'by an editor\n')
    }
    const plan = names.map((path): FileChange => ({
      kind: 'replace',
      path,
      before: version('old\n'),
      text: 'new\n',
    }))
    const writing = writeChanges(door, lock, 'test', plan, { progress: save })
    await expect(writing).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(fs.readdirSync(at('.')).sort()).toEqual([...names].sort())
    expect(fs.readFileSync(at('n0.md'), 'utf8')).toBe('old\n')
  })
})

test('where the line beside was edited the words are not looked for elsewhere', () => {
  const replaced = { before: 'x\n[[old]]\ny\n', after: 'x\n[[new]]\ny\n' }
  expect(mergeBack(replaced, 'x, edited\n[[new]]\ny\n')).toBeNull()
  expect(mergeBack(replaced, 'x\n[[new]] edited\ny\n\n[[new]]\n')).toBeNull()
})

const removeC: FileChange = { kind: 'remove', path: 'c.md', before: version('c\n') }
const moveD: FileChange = { kind: 'move', path: 'd.md', to: 'dir/e.md', before: version('d\n'), text: 'D\n' }
const moveFolder: FileChange = { kind: 'move-folder', path: 'old', to: 'made/below/new' }
const whole = [replaceA, createB, removeC, moveD, moveFolder]
const before = { 'a.md': 'a\n', 'c.md': 'c\n', 'd.md': 'd\n', 'old/in.md': 'in\n' }
const treeOfBefore = { ...before, 'old/': '' }

/** Does by hand what the whole change does. */
function doAll(at: (path: string) => string): void {
  fs.writeFileSync(at('a.md'), 'A\n')
  fs.writeFileSync(at('b.md'), 'b\n')
  fs.unlinkSync(at('c.md'))
  fs.mkdirSync(at('dir'))
  fs.unlinkSync(at('d.md'))
  fs.writeFileSync(at('dir/e.md'), 'D\n')
  fs.mkdirSync(at('made/below'), { recursive: true })
  fs.renameSync(at('old'), at('made/below/new'))
}

test('a change that was cut off once all was done stays done', () =>
  withDoor(before, async (given) => {
    await cutOff(given, whole, whole.length)
    doAll(given.at)
    const done = treeOf(given.at('.'))
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual(done)
    expect(await given.door.history.begun()).toEqual([])
    expect(given.log).toEqual(['a change that was cut off was complete {"change":"1","tool":"test"}'])
  }))

test.each<[string, (at: (path: string) => string) => void]>([
  [
    'a file that was to go is there',
    (at) => {
      fs.writeFileSync(at('c.md'), 'c\n')
    },
  ],
  [
    'a file has not its new text',
    (at) => {
      fs.writeFileSync(at('a.md'), 'a\n')
    },
  ],
  [
    'a new file is missing',
    (at) => {
      fs.unlinkSync(at('b.md'))
    },
  ],
  [
    'the folder has its old name',
    (at) => {
      fs.renameSync(at('made/below/new'), at('old'))
    },
  ],
])('a change of which %s is taken back, with the folders that it had made', (_what, undo) =>
  withDoor(before, async (given) => {
    const untouched = treeOf(given.at('.'))
    await cutOff(given, whole, whole.length)
    doAll(given.at)
    undo(given.at)
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual(untouched)
    expect(await given.door.history.find('1')).toBeNull()
  }),
)

test('where a folder lies at the place of a file that was removed, the rest is taken back and the folder stays', () =>
  withDoor({ 'a.md': 'a\n', 'c.md': 'c\n' }, async (given) => {
    await cutOff(given, [replaceA, removeC], 2)
    fs.writeFileSync(given.at('a.md'), 'A\n')
    fs.unlinkSync(given.at('c.md'))
    fs.mkdirSync(given.at('c.md'))
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n', 'c.md/': '' })
    expect(given.log.join()).toContain('left as they are')
    expect(given.log.join()).toContain('{"change":"1","tool":"test","paths":["c.md"]}')
    expect(await given.door.history.find('1')).toMatchObject({ state: 'kept', files: 1 })
    expect(await given.door.history.steps('1')).toMatchObject([{ position: 1, path: 'c.md' }])
  }))

test('a moved file that has both names gets its old one alone, and what an editor saved at the new place is kept', () =>
  withDoor(before, async (given) => {
    await cutOff(given, [replaceA, moveD], 2)
    fs.writeFileSync(given.at('a.md'), 'A\n')
    fs.mkdirSync(given.at('dir'))
    fs.writeFileSync(given.at('dir/e.md'), 'D\n')
    fs.writeFileSync(given.at('dir/.flint-00000000-0000-4000-8000-000000000000.kept'), 'by an editor\n')
    const [copy = '', ...paths] = await recoverChanges(given.door)
    expect(paths).toEqual(['a.md', 'd.md', 'dir/e.md'])
    expect(treeOf(given.at('.'))).toEqual({ ...treeOfBefore, 'dir/': '', [copy]: 'by an editor\n' })
  }))

test('a new case of a name is seen to be all that a change was to do', () =>
  withDoor({ 'a.md': 'a\n', 'old/in.md': 'in\n' }, async (given) => {
    const door = { ...given.door, files: new CaseBlindFiles(given.at('.')) }
    const changes: readonly FileChange[] = [
      { kind: 'move', path: 'a.md', to: 'A.md', before: version('a\n'), text: 'A\n' },
      { kind: 'move-folder', path: 'old', to: 'Old' },
    ]
    await cutOff(given, changes, 2)
    fs.unlinkSync(given.at('a.md'))
    fs.writeFileSync(given.at('A.md'), 'A\n')
    fs.renameSync(given.at('old'), given.at('Old'))
    await recoverChanges(door)
    expect(treeOf(given.at('.'))).toEqual({ 'A.md': 'A\n', 'Old/': '', 'Old/in.md': 'in\n' })
    expect(given.log.join()).toContain('was complete')
  }))

test('a change that cannot be taken back yet keeps no other from it, and stays as it is', () =>
  withDoor({ 'a.md': 'a\n', 'c.md': 'c\n' }, async (given) => {
    await cutOff(given, [removeC, { ...createB, path: 'e.md' }], 1)
    await cutOff(given, [replaceA, createB], 1)
    fs.unlinkSync(given.at('c.md'))
    fs.writeFileSync(given.at('a.md'), 'A\n')
    const { history } = given.door
    const files = new VaultFiles(given.at('.'))
    files.create = () => Promise.reject(new Error('no room'))
    expect((await recoverChanges({ ...given.door, files })).toSorted()).toEqual([
      'a.md',
      'b.md',
      'c.md',
      'e.md',
    ])
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n' })
    expect(await history.begun()).toMatchObject([{ id: '1', reached: 1 }])
    expect(given.log.join()).toContain('cannot be taken back yet {"change":"1","cause":"no room"}')
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n', 'c.md': 'c\n' })
    expect(await history.begun()).toEqual([])
  }))

test('where somebody has put a file at the place of a moved folder, that stays', () =>
  withDoor({ 'a.md': 'a\n', 'old/in.md': 'in\n' }, async (given) => {
    await cutOff(given, [replaceA, { kind: 'move-folder', path: 'old', to: 'new' }], 2)
    fs.writeFileSync(given.at('a.md'), 'A\n')
    fs.rmSync(given.at('old'), { recursive: true })
    fs.writeFileSync(given.at('new'), 'by hand\n')
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n', new: 'by hand\n' })
  }))

test('a folder that was there before keeps its place though a folder that moved into it goes back', () =>
  withDoor({ 'a.md': 'a\n', 'old/in.md': 'in\n' }, async (given) => {
    fs.mkdirSync(given.at('there'))
    await cutOff(given, [{ kind: 'move-folder', path: 'old', to: 'there/new' }, replaceA], 1)
    fs.renameSync(given.at('old'), given.at('there/new'))
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n', 'old/': '', 'old/in.md': 'in\n', 'there/': '' })
  }))

test('who was killed while taking a change back says of none of its steps that somebody else has changed a file', () =>
  withDoor({ 'a.md': 'a\n' }, async (given) => {
    const twice: readonly FileChange[] = [
      replaceA,
      { kind: 'move', path: 'a.md', to: 'dir/b.md', before: version('A\n'), text: null },
      { kind: 'replace', path: 'dir/b.md', before: version('A\n'), text: 'B\n' },
      createB,
    ]
    await cutOff(given, twice, twice.length)
    // Of four steps three are taken back by now.
    fs.writeFileSync(given.at('a.md'), 'A\n')
    await recoverChanges(given.door)
    expect(treeOf(given.at('.'))).toEqual({ 'a.md': 'a\n' })
    expect((await given.door.history.list({ since: null, limit: 9, offset: 0 })).total).toBe(0)
    expect(given.log.join()).not.toContain('somebody else')
  }))
