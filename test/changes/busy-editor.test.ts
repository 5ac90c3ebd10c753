import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { mergeBack } from '../../src/changes/merge-back.ts'
import { openMain, version } from '../support/change-files.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

const names = ['a.md', 'b.md', 'c.md', 'd.md']
const text = 'One.\n\nSee [[old]] there.\n\nTwo.\n'
const files = Object.fromEntries(names.map((name) => [name, text]))
const renamed = (before: string) => before.replace('[[old]]', '[[new]]')

/** Changes all files; whenever one is done, an editor may save another. */
async function renameAll(vaults: Vaults, save: (done: number) => void, readsAgain = true) {
  const { writer } = await openMain(vaults)
  return await writer.change({ tool: 'test', dryRun: false, progress: save }, async () => ({
    changes: names.map((path): FileChange => {
      const before = readsAgain ? readFileSync(vaults.at(path), 'utf8') : text
      return { kind: 'replace', path, before: version(before), text: renamed(before) }
    }),
    facts: null,
  }))
}

test('an editor that saves while a change of many files is carried out loses nothing, and the change is made', () =>
  withVault(files, async (vaults) => {
    let saves = 0
    await renameAll(vaults, (done) => {
      // One that was changed already, and one that is still to come.
      if (done !== 2 || saves++ > 0) return
      appendFileSync(vaults.at('a.md'), 'Added.\n')
      appendFileSync(vaults.at('d.md'), 'Added, too.\n')
    })
    expect(await vaults.read('a.md')).toBe(`${renamed(text)}Added.\n`)
    expect(await vaults.read('b.md')).toBe(renamed(text))
    expect(await vaults.read('d.md')).toBe(`${renamed(text)}Added, too.\n`)
  }))

test('a change that cannot be made goes from files that were saved since as well, and what was saved stays', () =>
  withVault(files, async (vaults) => {
    let saves = 0
    const change = renameAll(
      vaults,
      (done) => {
        if (done !== 2 || saves++ > 0) return
        appendFileSync(vaults.at('a.md'), 'Added.\n')
        appendFileSync(vaults.at('d.md'), 'Added, too.\n')
      },
      false,
    )
    await expect(change).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(await vaults.read('a.md')).toBe(`${text}Added.\n`)
    expect(await vaults.read('b.md')).toBe(text)
    expect(await vaults.read('d.md')).toBe(`${text}Added, too.\n`)
    expect((await vaults.call('list_changes')).changes).toEqual([])
  }))

test('where the very lines were changed both stay, and the error names the file', () =>
  withVault(files, async (vaults) => {
    const change = renameAll(
      vaults,
      (done) => {
        if (done !== 2) return
        writeFileSync(vaults.at('a.md'), 'One.\n\nSee [[new]] over there.\n\nTwo.\n')
        appendFileSync(vaults.at('d.md'), 'Added.\n')
      },
      false,
    )
    await expect(change).rejects.toMatchObject({ code: 'CONFLICT', facts: { left_as_they_are: ['a.md'] } })
    expect(await vaults.read('a.md')).toBe('One.\n\nSee [[new]] over there.\n\nTwo.\n')
    expect(await vaults.read('b.md')).toBe(text)
  }))

/** Adds a line to a note that an editor saves each time it has been read, so many times. */
async function addWhileSaved(vaults: Vaults, saves: number) {
  const { writer } = await openMain(vaults)
  let saved = 0
  return await writer.edit('a.md', { tool: 'test', dryRun: false }, ({ file }) => {
    if (saved++ < saves) appendFileSync(vaults.at('a.md'), `Saved ${saved}.\n`)
    return { text: `${file.text}Mine.\n` }
  })
}

test('an addition is planned anew as often as an editor saves, up to a bound', () =>
  withVault({ 'a.md': 'Text.\n' }, async (vaults) => {
    await addWhileSaved(vaults, 20)
    expect(await vaults.read('a.md')).toMatch(/^Text\.\n(?:Saved \d+\.\n){20}Mine\.\n$/)
    const before = await vaults.read('a.md')
    const failing = addWhileSaved(vaults, Infinity)
    await expect(failing).rejects.toMatchObject({
      code: 'CONFLICT',
      facts: { path: 'a.md', hint: expect.any(String) },
      message: expect.not.stringContaining('hash'),
    })
    const after = await vaults.read('a.md')
    expect(after.startsWith(before) && after.endsWith('.\n')).toBe(true)
    expect(after.slice(before.length)).not.toContain('Mine')
  }))

test('what somebody wrote since stays where it does not touch what is taken back', () => {
  const replaced = { before: '# A\n\n[[old]]\n', after: '# A\n\n[[new]]\n' }
  expect(mergeBack(replaced, '# A\n\n[[new]]\n\nMore.\n')).toBe('# A\n\n[[old]]\n\nMore.\n')
  expect(mergeBack(replaced, 'Intro.\n# A\n\n[[new]]\n')).toBe('Intro.\n# A\n\n[[old]]\n')
  expect(mergeBack(replaced, '# A\n\n[[new|x]]\n')).toBeNull()
  expect(mergeBack(replaced, '')).toBeNull()
  const windows = { before: 'a\r\n[[old]]\r\nb\r\n', after: 'a\r\n[[new]]\r\nb\r\n' }
  expect(mergeBack(windows, 'a\r\n[[new]]\r\nb\r\nc\r\n')).toBe('a\r\n[[old]]\r\nb\r\nc\r\n')
  expect(mergeBack(windows, 'a\n[[new]]\nb\n')).toBeNull()
})
