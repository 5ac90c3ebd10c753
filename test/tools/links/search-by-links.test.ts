import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

test('notes by what they link to, alone and together', () =>
  withVault(linkVault, async ({ call }) => {
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ has_links_to: ['Spoke'] }, ['hub.md']],
      [{ has_links_to: ['Hub', 'Spoke'] }, ['hub.md']],
      [{ linked_from: ['hub.md'] }, ['hub.md', 'sub/spoke.md']],
      [{ linked_from: ['sub/spoke', 'Hub'] }, ['hub.md', 'sub/spoke.md']],
      [{ external_domains: ['Example.org'] }, ['hub.md']],
      [{ external_domains: ['docs.example.org'] }, ['hub.md']],
      [{ external_domains: ['ample.org', 'guide'] }, []],
      [{ broken_links: true }, ['hub.md', 'sub/loner.md']],
      [{ broken_links: false }, ['sub/spoke.md']],
      [{ broken_links: true, external_domains: ['example.org'] }, ['hub.md']],
    ]
    for (const [criteria, expected] of cases) {
      const result = await call('search_by_links', criteria)
      expect(column(result.notes, 'id'), JSON.stringify(criteria)).toEqual(expected)
      expect(result.total).toBe(expected.length)
    }
  }))

test('a domain is found behind a user name and before a port, and nowhere else in an address', () =>
  withVault(
    {
      'port.md': '<https://example.org:8080/x>\n',
      'user.md': '<https://user:p@Docs.example.org/>\n',
      'bare.md': '<https://example.org?q=1>\n',
      'other.md': '<https://example.org@other.net/> <https://other.net/example.org> <mailto:a@example.org>\n',
    },
    async ({ call }) => {
      const found = async (domain: string) =>
        column((await call('search_by_links', { external_domains: [domain] })).notes, 'id')
      expect(await found('example.org')).toEqual(['bare.md', 'port.md', 'user.md'])
      expect(await found('example.org:8080')).toEqual(['port.md'])
      expect(await found('other.net')).toEqual(['other.md'])
    },
  ))

test('a result is a note of a list, with its vault', () =>
  withVault(linkVault, async ({ call }) => {
    const result = await call('search_by_links', { has_links_to: ['Hub'], limit: 1 })
    expect(result).toMatchObject({ vault: { id: 'main' }, total: 2, has_more: true })
    expect(Object.keys(result.notes[0]).sort()).toEqual(
      [
        'id',
        'title',
        'type',
        'path',
        'filename',
        'tags',
        'created',
        'updated',
        'modified',
        'size',
        'word_count',
        'metadata',
      ].sort(),
    )
  }))

test('no criterion, and a note that is not there, are errors', () =>
  withVault(linkVault, async ({ call }) => {
    expect((await call('search_by_links')).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.any(String),
    })
    expect((await call('search_by_links', { has_links_to: ['nothing'] })).error.code).toBe('NOT_FOUND')
  }))

test('the first call waits for the index', () =>
  withVault(linkVault, async ({ call }) => {
    expect(await call('search_by_links', { broken_links: true })).toMatchObject({ total: 2 })
  }))

test('an address stands for its host', () =>
  withVault({ 'a.md': 'https://docs.example.com/x\n', 'b.md': 'https://other.org\n' }, async ({ call }) => {
    for (const domain of ['https://example.com', 'HTTPS://Example.com/path?q', 'example.com'])
      expect((await call('search_by_links', { external_domains: [domain] })).total, domain).toBe(1)
  }))
