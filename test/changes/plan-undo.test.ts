import { expect, test } from 'vitest'
import { planUndo, type TextSource } from '../../src/changes/plan-undo.ts'
import type { RecordedStep } from '../../src/changes/recorded-change.ts'
import { version } from '../support/change-files.ts'

const before = version('before\n')
const after = version('after\n')
const nothing = {
  ...{ position: 0, movedTo: null, mode: null, madeFolder: null },
  ...{ beforeText: null, afterText: null, beforeHash: null, afterHash: null },
}
const texts = {
  ...{ beforeText: before.text, beforeHash: before.hash },
  ...{ afterText: after.text, afterHash: after.hash },
}
const create: RecordedStep = {
  ...{ ...nothing, kind: 'create', path: 'made/a.md', madeFolder: 'made' },
  ...{ afterText: after.text, afterHash: after.hash },
}
const replace: RecordedStep = { ...nothing, ...texts, kind: 'replace', path: 'a.md' }
const remove: RecordedStep = {
  ...{ ...nothing, kind: 'remove', path: 'a.md', mode: 0o600 },
  ...{ beforeText: before.text, beforeHash: before.hash },
}
const move: RecordedStep = {
  ...{ ...nothing, ...texts, kind: 'move', path: 'a.md', movedTo: 'made/b.md', madeFolder: 'made' },
}
const asIs: RecordedStep = { ...move, beforeText: null, afterText: null, afterHash: before.hash }
const moveFolder: RecordedStep = { ...nothing, kind: 'move-folder', path: 'old', movedTo: 'new' }
const back = { kind: 'move', path: 'made/b.md', to: 'a.md', dropFolder: 'made' }

/** A vault with these files, and what was asked of it. */
function source(files: Readonly<Record<string, string>> = {}): TextSource & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    read: (path) => {
      asked.push(path)
      const text = files[path]
      if (text === undefined) return Promise.reject(new Error('It cannot be read.'))
      return Promise.resolve({ ...version(text), isUtf8: true })
    },
  }
}

test.each<[string, readonly RecordedStep[], readonly object[]]>([
  ['a new file', [create], [{ kind: 'remove', path: 'made/a.md', before: after, dropFolder: 'made' }]],
  ['a text', [replace], [{ kind: 'replace', path: 'a.md', before: after, text: 'before\n' }]],
  ['a removal', [remove], [{ kind: 'create', path: 'a.md', text: 'before\n', mode: 0o600 }]],
  ['a move with an edit', [move], [{ ...back, before: after, text: 'before\n' }]],
  ['a move', [asIs], [{ ...back, before: { hash: before.hash }, text: null }]],
  [
    'a move whose text stayed',
    [{ ...move, afterHash: before.hash, afterText: before.text }],
    [{ ...back, before: { hash: before.hash }, text: null }],
  ],
  ['a folder', [moveFolder], [{ kind: 'move-folder', path: 'new', to: 'old', dropFolder: undefined }]],
  [
    'several steps, the last first',
    [replace, { ...moveFolder, position: 1 }],
    [
      { kind: 'move-folder', path: 'new', to: 'old', dropFolder: undefined },
      { kind: 'replace', path: 'a.md', before: after, text: 'before\n' },
    ],
  ],
])('%s is undone from what the history has, and no file is read', async (_what, steps, plan) => {
  const files = source()
  expect(await planUndo(files, steps)).toEqual(plan)
  expect(files.asked).toEqual([])
})

test.each<[string, RecordedStep]>([
  ['a new text without its hash', { ...create, afterHash: null }],
  ['a text without the one before', { ...replace, beforeText: null }],
  ['a text without the hash of the one after', { ...replace, afterHash: null }],
  ['a move without its end', { ...move, movedTo: null }],
  ['a move without the hash of the text before', { ...move, beforeHash: null }],
  ['a move without the hash of the text after', { ...move, afterHash: null }],
  ['a moved folder without its end', { ...moveFolder, movedTo: null }],
])('%s cannot be undone', async (_what, step) => {
  await expect(planUndo(source(), [step])).rejects.toThrow('The history lacks what it takes')
})

test('a removed text that was too long to keep is named', async () => {
  const removed = planUndo(source(), [{ ...remove, beforeText: null }])
  await expect(removed).rejects.toMatchObject({ code: 'CONFLICT', facts: { path: 'a.md' } })
})

test('a text that the history has not is read where it has gone since, and planned unread where it is nowhere', async () => {
  const steps: readonly RecordedStep[] = [
    { ...replace, path: 'old/a.md', afterText: null },
    { ...asIs, path: 'old/a.md', movedTo: 'old/b.md', beforeHash: after.hash, afterHash: after.hash },
    moveFolder,
    { ...create, afterText: null, afterHash: version('gone\n').hash },
  ]
  const files = source({ 'new/b.md': 'after\n' })
  const [created, , , replaced] = await planUndo(files, steps)
  expect(files.asked).toEqual(['new/b.md', 'made/a.md'])
  expect(replaced).toMatchObject({ kind: 'replace', before: after, text: 'before\n' })
  expect(created).toMatchObject({ kind: 'remove', before: { hash: version('gone\n').hash, text: '' } })
})
