import { expect, test } from 'vitest'
import { parseNote } from '../../../src/markdown/read/parse-note.ts'
import { usualTags, type TagStyle } from '../../../src/model/tag-style.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { until } from '../../support/until.ts'
import { withVault, type Json } from '../../support/with-vault.ts'

const colons = { ...usualTags, colonTags: true }
const words = { ...usualTags, multiwordTags: true }
const onlyColons = { ...colons, hashtags: false }
const tagsOf = (text: string, style?: TagStyle) => parseNote(text, style).tags.map(({ tag }) => tag)

// What zk's own tests say, but for the characters of a hashtag: those are Obsidian's.
test.each<readonly [string, readonly string[]]>([
  [':', []],
  ['::', []],
  ['not:valid:', []],
  [':no tags:', []],
  [': no-tags:', []],
  [':no-tags :', []],
  [':single-colontag:', ['single-colontag']],
  ['a :tag: in the middle', ['tag']],
  [':multiple:colontags:', ['multiple', 'colontags']],
  [':multiple::colontags:', ['multiple']],
  [':multiple: :colontags:', ['multiple', 'colontags']],
  [':multiple:,:colontags:', ['multiple', 'colontags']],
  [':multiple :colontags:', ['colontags']],
  [':libellé-français:日本語ハッシュタグ:', ['libellé-français', '日本語ハッシュタグ']],
  [":#a/@'~-_$%&+=: end", ["#a/@'~-_$%&+="]],
  [':123:1.2.3:', ['123']],
  ['::invalid also:invalid:', []],
  ['\\:escaped: `:code:` http://x.org/:a: [:in:](b.md)', []],
  ['|:---:|:a:|\n|:---:|---|', ['a']],
])('%s with colons', (text, tags) => {
  expect(tagsOf(text, onlyColons)).toEqual(tags)
  expect(tagsOf(text)).toEqual([])
})

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['#multi word#', ['multi word'], ['multi']],
  ['#surrounded# end', ['surrounded'], ['surrounded']],
  ['#multi word#end', ['multi word'], ['multi']],
  ['#multi word #other', ['multi', 'other'], ['multi', 'other']],
  ['#multi word# #other', ['multi word', 'other'], ['multi', 'other']],
  ['a #multi word#, and a #tag', ['multi word', 'tag'], ['multi', 'tag']],
  ['#multi, word#', ['multi'], ['multi']],
  ['#over\nlines#', ['over'], ['over']],
  ['#1 2#', [], []],
  ['# No tags#', [], []],
])('%s of several words', (text, tags, usual) => {
  expect(tagsOf(text, words)).toEqual(tags)
  expect(tagsOf(text)).toEqual(usual)
})

const config = (...keys: readonly string[]) => ({
  '.zk/config.toml': lines('[format.markdown]', ...keys.map((key) => `${key} = true`)),
})
const counts = ({ tags }: Json) =>
  Object.fromEntries(tags.map(({ tag, count }: { tag: string; count: number }) => [tag, count]))

test('a notebook’s tags are found, changed and renamed in the form in which they stand', () =>
  withVault(
    {
      ...config('colon-tags', 'multiword-tags'),
      'a.md': lines('# A', '', ':one:two: text :one:', '', '#big idea# #two', '', ':one:'),
      'b.md': ':one/deep: #big idea# and #big',
    },
    async ({ call, read }) => {
      expect(counts(await call('get_tags'))).toEqual({ one: 1, two: 1, 'big idea': 2, 'one/deep': 1, big: 1 })
      expect((await call('get_note', { identifier: 'a' })).tags).toEqual(['one', 'two', 'big idea'])
      const tagged = await call('list_notes', { tags: ['big idea'], sort: 'path' })
      expect(column(tagged.notes, 'id')).toEqual(['a.md', 'b.md'])
      await call('rename_tag', { from: 'one', to: 'uno' })
      await call('rename_tag', { from: 'big idea', to: 'idea' })
      expect(await read('b.md')).toBe(':uno/deep: #idea# and #big')
      const changed = await call('update_tags', { identifier: 'a', add_tags: ['new'], remove_tags: ['uno'] })
      expect(changed.new_tags).toEqual(['two', 'idea', 'new'])
      expect(await read('a.md')).toBe(lines('# A', '', ':two: text', '', '#idea# #two #new', ''))
      await call('update_tags', { identifier: 'a', remove_tags: ['two', 'idea', 'new'] })
      expect(await read('a.md')).toBe(lines('# A', '', 'text', '', ''))
    },
  ))

test('without hashtags a new tag is written with colons, and without those in the frontmatter', () =>
  withVault(
    {
      '.zk/config.toml': '[format.markdown]\nhashtags = false\ncolon-tags = true\n',
      'a.md': '# A\n\n:x: #no\n',
    },
    async ({ call, read, write }) => {
      await call('update_tags', { identifier: 'a', add_tags: ['y'] })
      expect(await read('a.md')).toBe('# A\n\n:y:\n\n:x: #no\n')
      await write('.zk/config.toml', '[format.markdown]\nhashtags = false\n')
      // Followed without a restart: every note is read again.
      await until('the tags are gone', async () => !('x' in counts(await call('get_tags'))))
      await call('update_tags', { identifier: 'a', add_tags: ['z'] })
      expect((await call('get_note', { identifier: 'a' })).tags).toEqual(['z'])
      expect(counts(await call('get_tags'))).toEqual({ z: 1 })
    },
  ))

test('keywords in the frontmatter are tags where zk reads them so', async () => {
  const notes = {
    'a.md': lines('---', 'keywords: [writing, "two words"] # mine', '---', '# A'),
    'b.md': lines('---', 'Keyword: writing/deep essay', 'tags: [own]', '---', '# B'),
  }
  await withVault({ ...config(), ...notes }, async ({ call, read }) => {
    expect(counts(await call('get_tags'))).toEqual({
      writing: 1,
      'two words': 1,
      'writing/deep': 1,
      essay: 1,
      own: 1,
    })
    await call('rename_tag', { from: 'writing', to: 'text' })
    const changed = await call('update_tags', {
      identifier: 'a',
      add_tags: ['new'],
      remove_tags: ['two words'],
    })
    expect(changed.new_tags).toEqual(['text', 'new'])
    await call('update_tags', { identifier: 'b', remove_tags: ['essay'] })
    expect(await read('a.md')).toBe(lines('---', 'keywords: [text, new] # mine', '---', '# A'))
    expect(await read('b.md')).toBe(lines('---', 'Keyword: text/deep', 'tags: [own]', '---', '# B'))
  })
  await withVault(notes, async ({ call }) => {
    expect(counts(await call('get_tags'))).toEqual({ own: 1 })
  })
})

test('a tag of several words is added where the notebook has such tags', () =>
  withVault(
    { ...config('multiword-tags'), 'a.md': '# A\n', 'b.md': '---\ntags: [one]\n---\n' },
    async ({ call, read }) => {
      for (const identifier of ['a', 'b']) await call('update_tags', { identifier, add_tags: ['#big idea'] })
      expect(await read('a.md')).toBe('# A\n\n#big idea#\n')
      expect(await read('b.md')).toBe('---\ntags: [one, big idea]\n---\n')
      expect(counts(await call('get_tags'))).toEqual({ one: 1, 'big idea': 2 })
      const { error } = await call('update_tags', { identifier: 'a', add_tags: ['big, idea'] })
      expect(error.code).toBe('INVALID_ARGUMENT')
    },
  ))

test('a tag is renamed to several words where the notebook has such tags, in the form in which it stands', () =>
  withVault(
    {
      ...config('multiword-tags'),
      'a.md': '# A #one\n\n#my tag# and #my tag/deep one#, #one, #one/x\n',
      'b.md': '---\ntags: [my tag, one]\nkeywords: [x]\n---\n',
    },
    async ({ call, read }) => {
      expect((await call('rename_tag', { from: 'my tag', to: 'our tag' })).error).toBeUndefined()
      expect((await call('rename_tag', { from: 'one', to: 'big idea' })).error).toBeUndefined()
      expect(await read('a.md')).toBe(
        '# A #big idea#\n\n#our tag# and #our tag/deep one#, #big idea#, #big idea/x#\n',
      )
      expect(await read('b.md')).toBe('---\ntags: [our tag, big idea]\nkeywords: [x]\n---\n')
      expect((await call('rename_tag', { from: 'our tag', to: 'ours' })).error).toBeUndefined()
      expect(counts(await call('get_tags'))).toMatchObject({ ours: 2, 'big idea': 2, 'ours/deep one': 1 })
      expect((await call('rename_tag', { from: 'ours', to: 'a, b' })).error.code).toBe('INVALID_ARGUMENT')
    },
  ))

test.each([
  ['between colons', 'x :one: y\n'],
  ['in a list by blanks', '---\ntags: one two\n---\n'],
])('a tag %s is not renamed to several words, which would be other tags there', (_where, text) =>
  withVault({ ...config('colon-tags', 'multiword-tags'), 'a.md': text }, async ({ call, read }) => {
    expect((await call('rename_tag', { from: 'one', to: 'big idea' })).error.code).toBe('CONFLICT')
    expect(await read('a.md')).toBe(text)
  }),
)

test('elsewhere several words are no tag', () =>
  withVault({ 'a.md': '#one\n' }, async ({ call }) => {
    expect((await call('rename_tag', { from: 'one', to: 'big idea' })).error.code).toBe('INVALID_ARGUMENT')
  }))

test('a stranger’s text makes no tag there either', () =>
  withVault(
    {
      ...config('colon-tags', 'multiword-tags'),
      'doc.md': '---\ntitle: A :title: here\n---\nSome :evil: `:code:` #two words# text.\n\n:evil:more:\n',
    },
    async ({ call, read }) => {
      const { note_path: path } = await call('ingest', {
        source: 'doc.md',
        summary: 'Mine :own:',
        tags: ['ok'],
      })
      expect((await call('get_note', { identifier: path })).tags).toEqual(['ok', 'own'])
      expect(await read(path)).toContain('Some \\:evil: `:code:` \\#two words# text.\n\n\\:evil:more:\n')
      expect((await call('ingest', { source: 'doc.md' })).changed).toBe(false)
    },
  ))
