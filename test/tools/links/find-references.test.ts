import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

const inHub = {
  path: 'hub.md',
  title: 'Hub',
  link_type: 'wikilink',
  line_number: 7,
  excerpt: 'To [[Spoke|the spoke]], [[spoke#Part]], [[missing]] and ![[map.png]].',
}

test('links to a title, whether or not there is such a note', () =>
  withVault(linkVault, async ({ call }) => {
    expect(await call('find_references', { title: 'Spoke' })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      references: [inHub, inHub],
      total: 2,
      has_more: false,
    })
    const missing = await call('find_references', { title: 'missing' })
    expect(missing.references.map(({ path }: { path: string }) => path)).toEqual(['hub.md', 'sub/loner.md'])
    expect(await call('find_references', { title: 'nobody' })).toMatchObject({ references: [], total: 0 })
  }))

test('include_text_mentions adds plain text, whole words only', () =>
  withVault(linkVault, async ({ call }) => {
    const { references } = await call('find_references', { title: 'spoke', include_text_mentions: true })
    expect(references).toHaveLength(3)
    expect(references[2]).toEqual({
      path: 'sub/loner.md',
      title: 'Loner',
      link_type: 'text_mention',
      line_number: 7,
      excerpt: 'The Spoke is named here, spokes are not. [[missing|gone]]',
    })
  }))

test('a reference says how it links, a note does not mention itself, and a line may both link and mention', () =>
  withVault(
    {
      'Ada.md': '# Ada\n',
      'm.md': '[m](Ada.md)\n![[Ada]]\nAda came and [[Ada]] left\n',
    },
    async ({ call }) => {
      const found = await call('find_references', { title: 'Ada', include_text_mentions: true })
      expect(found.references).toMatchObject([
        { line_number: 1, link_type: 'markdown' },
        { line_number: 2, link_type: 'wikilink', is_embed: true },
        { line_number: 3, link_type: 'wikilink' },
        { path: 'm.md', line_number: 3, link_type: 'text_mention' },
      ])
      expect(found.total).toBe(4)
    },
  ))

test('a Greek name is mentioned in capitals and in small letters', () =>
  withVault({ 'Τίτλος.md': '# Τίτλος\n', 'm.md': 'ΤΊΤΛΟΣ:α\n\nτίτλος 2\n' }, async ({ call }) => {
    const found = await call('find_references', { title: 'Τίτλος', include_text_mentions: true })
    expect(found.references).toMatchObject([{ line_number: 1 }, { line_number: 3 }])
  }))
