import { expect, test } from 'vitest'
import { hashOf } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('each note comes by itself: found, or with its own error', () =>
  withVault(sampleVault, async ({ call }) => {
    const result = await call('get_notes', {
      identifiers: ['garden/leeks.md', 'nowhere.md', 'Leek soup', '../out.md'],
    })
    expect(result).toMatchObject({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      success: true,
      total_requested: 4,
      successful: 2,
      failed: 2,
      total: 4,
      has_more: false,
    })
    const [leeks, nowhere, soup, outside] = result.results
    expect(leeks).toEqual({
      success: true,
      note: expect.objectContaining({ id: 'garden/leeks.md', type: 'garden' }),
    })
    expect(leeks.note.content_hash).toBe(hashOf(sampleVault['garden/leeks.md']))
    expect(leeks.note.metadata.status).toBe('growing')
    expect(soup.note.agent_instructions).toContain('servings')
    expect(nowhere).toEqual({ success: false, error: expect.objectContaining({ code: 'NOT_FOUND' }) })
    expect(outside).toMatchObject({ success: false, error: { code: 'OUTSIDE_VAULT' } })
  }))

test('fields leave out what is not needed', () =>
  withVault(sampleVault, async ({ call }) => {
    const { results } = await call('get_notes', {
      identifiers: ['recipes/leek-soup.md', 'garden/leeks.md'],
      fields: ['id', 'title', 'type', 'metadata.tags', 'content_hash'],
    })
    expect(results).toEqual([
      {
        success: true,
        note: {
          id: 'recipes/leek-soup.md',
          title: 'Leek soup',
          type: 'recipes',
          content_hash: hashOf(sampleVault['recipes/leek-soup.md']),
          metadata: { tags: ['winter', 'soup'] },
        },
      },
      {
        success: true,
        note: {
          id: 'garden/leeks.md',
          title: 'Leeks',
          type: 'garden',
          content_hash: hashOf(sampleVault['garden/leeks.md']),
        },
      },
    ])
  }))

test('many long notes come by pages, each whole or marked as a part, each once', () => {
  const names = Array.from({ length: 12 }, (_, n) => `n${n}.md`)
  const files = Object.fromEntries(names.map((name, n) => [name, `${name} `.repeat(n < 10 ? 1_500 : 9_000)]))
  return withVault(files, async ({ call }) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await call('get_notes', { identifiers: names, ...(cursor !== undefined && { cursor }) })
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(32_000)
      for (const { note } of page.results) {
        seen.push(note.id)
        const isWhole = note.content === files[note.id]
        expect(note.content_hash.startsWith('partial-')).toBe(!isWhole)
      }
      cursor = page.next_cursor
      expect(page.has_more).toBe(cursor !== undefined)
    } while (cursor !== undefined)
    expect(seen).toEqual(names)
  })
})

test('limit says how many come at most', () =>
  withVault(sampleVault, async ({ call }) => {
    const first = await call('get_notes', { identifiers: ['journal', 'Leeks', 'Leek soup'], limit: 2 })
    expect(first).toMatchObject({ total_requested: 3, total: 3, successful: 2, failed: 0, has_more: true })
    const args = { identifiers: ['journal', 'Leeks', 'Leek soup'], limit: 2, cursor: first.next_cursor }
    expect(await call('get_notes', args)).toMatchObject({ successful: 1, has_more: false })
  }))
