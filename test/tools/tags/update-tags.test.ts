import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

test('tags come and go where the note keeps them; the result has them before and after', () =>
  withVault({ 'a.md': '# A\n\n#one #two\n\nText with #two in it.\n' }, async ({ call, read }) => {
    const result = await call('update_tags', { identifier: 'A', add_tags: ['#three'], remove_tags: ['two'] })
    const after = '# A\n\n#one #three\n\nText with in it.\n'
    expect(await read('a.md')).toBe(after)
    expect(result).toMatchObject({
      id: 'a.md',
      path: 'a.md',
      previous_tags: ['one', 'two'],
      new_tags: ['one', 'three'],
      content_hash: hashOf(after),
      change_id: expect.any(String),
      diff: expect.stringContaining('+#one #three'),
    })
    expect((await call('get_tags', { tag: 'three' })).tags).toMatchObject([{ id: 'a.md' }])
  }))

test('tags that do not fit the note’s type any more are a warning, and so is nothing else that is wrong', () =>
  withVault(
    {
      'rev/_description.md':
        '# R\n\n## Metadata Schema\n- tags: (required, array, min: 1)\n- other: (required, string)\n',
      'rev/a.md': '---\ntags: [k]\n---\n\n#inline\n',
    },
    async ({ call, read }) => {
      const add = await call('update_tags', {
        identifier: 'rev/a.md',
        add_tags: ['l'],
        remove_tags: ['inline'],
      })
      expect(add).not.toHaveProperty('warnings')
      const { warnings } = await call('update_tags', { identifier: 'rev/a.md', remove_tags: ['k', 'l'] })
      expect(warnings).toEqual(['tags: `tags` must be at least 1 items, not 0.'])
      expect(await read('rev/a.md')).toContain('tags: []\n')
    },
  ))

test('what stands behind a removed tag does not join the word before it', () =>
  withVault({ 'a.md': 'one #x #a/ two, #a, #a. (see #a)\n' }, async ({ call, read }) => {
    await call('update_tags', { identifier: 'a.md', remove_tags: ['a'] })
    expect(await read('a.md')).toBe('one #x / two,,. (see)\n')
  }))

test('a note with tags in its frontmatter gets new ones there; only those lines change', () =>
  withVault(
    { 'recipes/leek-soup.md': sampleVault['recipes/leek-soup.md'] },
    async ({ call, read }) => {
      const args = { identifier: 'Leek soup', add_tags: ['new'], remove_tags: ['winter', 'soup/hot'] }
      await call('update_tags', args)
      expect(await read('recipes/leek-soup.md')).toBe(
        sampleVault['recipes/leek-soup.md']
          .replace('[winter, soup]', '[soup, new]')
          .replace(' #soup/hot', '')
          .replace('2026-01-20T18:30:00Z', '2026-03-01T12:00:00Z'),
      )
    },
    { now },
  ))

test('a tag that is there, in whatever case, is not added again; one that is not there is not missed', () =>
  withVault({ 'a.md': '#Home/Garden\n' }, async ({ call, read }) => {
    const args = { identifier: 'a', add_tags: ['home/garden', '#HOME/GARDEN'], remove_tags: ['home', 'x'] }
    expect((await call('update_tags', args)).change_id).toBeUndefined()
    expect(await read('a.md')).toBe('#Home/Garden\n')
  }))

describe('what is refused leaves every byte', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['nothing to do', {}, 'INVALID_ARGUMENT'],
    ['a tag with a space', { add_tags: ['two words'] }, 'INVALID_ARGUMENT'],
    ['a number', { add_tags: ['2026'] }, 'INVALID_ARGUMENT'],
    ['a NUL', { add_tags: ['a\0b'] }, 'INVALID_ARGUMENT'],
    ['a line break', { add_tags: ['a\n# b'] }, 'INVALID_ARGUMENT'],
    ['an empty tag', { add_tags: [''] }, 'INVALID_ARGUMENT'],
    ['a bare mark', { remove_tags: ['#'] }, 'INVALID_ARGUMENT'],
    ['both at once', { add_tags: ['a'], remove_tags: ['#A'] }, 'INVALID_ARGUMENT'],
    ['a stale hash', { add_tags: ['a'], content_hash: hashOf('old') }, 'CONTENT_HASH_MISMATCH'],
    ['a missing note', { identifier: 'none', add_tags: ['a'] }, 'NOT_FOUND'],
  ]
  test.each(cases)('%s', (_what, args, code) =>
    withVault(sampleVault, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const { error } = await call('update_tags', { identifier: 'journal', ...args })
      expect(error).toMatchObject({ code, hint: expect.any(String) })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }),
  )

  test('the hint has a name that would do', () =>
    withVault(sampleVault, async ({ call }) => {
      const { error } = await call('update_tags', { identifier: 'journal', add_tags: ['two words!'] })
      expect(error.hint).toContain('"two-words" would do')
    }))
})

test('of a list that has the tag twice only its own lines go; comments stay', () =>
  withVault({ 'a.md': '---\ntags:\n- a\n# keep\n- b\n- A\n---\n' }, async ({ call, read }) => {
    await call('update_tags', { identifier: 'a.md', remove_tags: ['a'] })
    expect(await read('a.md')).toBe('---\ntags:\n# keep\n- b\n---\n')
  }))

test('tags of a frontmatter that cannot be read are not said to be gone', () => {
  const text = '---\ntags: [one\nup: "x\n---\n\nText #one\n'
  return withVault({ 'a.md': text }, async ({ call, read }) => {
    const result = await call('update_tags', { identifier: 'a.md', remove_tags: ['one'] })
    expect(result.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('frontmatter cannot be read'),
    })
    expect(await read('a.md')).toBe(text)
  })
})

describe('frontmatter tags that are neither a list nor text stay as they are', () => {
  const values = ['{{tags}}', '{kind: home}', '\n  area: work', '!!set {a, b}']
  const wishes = [
    { add_tags: ['new'] },
    { add_tags: ['new'], remove_tags: ['body'] },
    { add_tags: ['new'], remove_tags: ['home', 'work', 'tags'] },
  ]
  test.each(values.flatMap((value) => wishes.map((wish) => [value, wish] as const)))(
    '%j: %j',
    (value, wish) => {
      const text = `---\ntags: ${value}\n---\n\n#body\n`
      return withVault({ 'a.md': text }, async ({ call, read }) => {
        const { error } = await call('update_tags', { identifier: 'a.md', ...wish })
        expect(error).toMatchObject({ code: 'CONFLICT', hint: expect.any(String) })
        expect(await read('a.md')).toBe(text)
      })
    },
  )
})
