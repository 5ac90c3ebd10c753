import { copyFile, rename, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'

const text = '# Same\n\nEqual bytes here.\n'

test('a copy of a file changes nothing in the note of the first, and the answer says that it is one', () =>
  withVault({ 'docs/one.md': text, 'docs/two.md': text }, async ({ call, read }) => {
    await call('ingest', { source: 'docs/one.md' })
    const before = await read('resources/same.md')
    for (const source of ['docs/two.md', 'docs/one.md', 'docs/two.md']) {
      const answer = await call('ingest', { source })
      expect(answer).toMatchObject({
        note_path: 'resources/same.md',
        source: 'docs/one.md',
        created: false,
        changed: false,
      })
      expect(answer).not.toHaveProperty('change_id')
      const isCopy = source === 'docs/two.md'
      expect(answer.warnings ?? []).toEqual(
        isCopy ? [expect.stringContaining('docs/two.md is a copy of docs/one.md')] : [],
      )
    }
    expect(await read('resources/same.md')).toBe(before)
    const given = await call('ingest', { source: 'docs/two.md', summary: 'All alike.' })
    expect(given).toMatchObject({ changed: true, source: 'docs/one.md' })
    expect(await read('resources/same.md')).toMatch(
      /source: docs\/one\.md[^]*All alike\.[^]*- File: \[one\.md\]/,
    )
  }))

test('a copy under a name of another kind changes nothing either', () =>
  withVault({ 'docs/one.md': text }, async ({ call, read, at }) => {
    await call('ingest', { source: 'docs/one.md' })
    const before = await read('resources/same.md')
    await copyFile(at('docs/one.md'), at('docs/one.txt'))
    expect(await call('ingest', { source: 'docs/one.txt' })).toMatchObject({ changed: false })
    expect(await read('resources/same.md')).toBe(before)
  }))

test('frontmatter and Source follow a file that was renamed; a copy that has changed since has a note of its own', () =>
  withVault({ 'docs/one.md': text }, async ({ call, read, at }) => {
    await call('ingest', { source: 'docs/one.md' })
    await rename(at('docs/one.md'), at('docs/three.md'))
    expect(await call('ingest', { source: 'docs/three.md' })).toMatchObject({
      source: 'docs/three.md',
      created: false,
      changed: true,
    })
    expect(await read('resources/same.md')).toMatch(/source: docs\/three\.md[^]*- File: \[three\.md\]/)
    await writeFile(at('docs/copy.md'), text)
    await call('ingest', { source: 'docs/copy.md' })
    await writeFile(at('docs/copy.md'), '# Same\n\nOther bytes here.\n')
    expect(await call('ingest', { source: 'docs/copy.md' })).toMatchObject({
      source: 'docs/copy.md',
      created: true,
    })
  }))
