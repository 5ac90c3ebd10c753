import { expect, test } from 'vitest'
import { embedded, withMeaning } from '../../support/with-meaning.ts'
import { withVault } from '../../support/with-vault.ts'
import { wordEmbedder } from '../../support/word-embedder.ts'

const files = {
  'bread.md': '# Bread\nFlour, water, salt and time.\n\nSee [[cake]].\n',
  'cake.md': '# Cake\nFlour, eggs and sugar. Bake it.\n',
  'loaf.md': '# Loaf\nWater and salt, time, flour.\n',
  'car.md': '# Car\nChange the oil.\n',
}

test('the notes nearest in meaning come first, the note itself and the archive are left out', () =>
  withMeaning({ ...files, 'archives/x.md': files['loaf.md'] }, wordEmbedder(), async (vaults) => {
    await embedded(vaults)
    const { related, halves, total } = await vaults.call('find_related_notes', { identifier: 'bread' })
    expect(related.map(({ path }: { path: string }) => path)).toEqual(['loaf.md', 'cake.md', 'car.md'])
    expect(related.map((hit: { is_linked: boolean }) => hit.is_linked)).toEqual([false, true, false])
    expect(related[0]).toMatchObject({ line: 2, snippet: 'Water and salt, time, flour.' })
    expect(halves).toEqual({ keyword: false, semantic: true })
    expect(total).toBe(3)
  }))

test('without vectors it goes by the words, and says so', () =>
  withVault(files, async ({ call }) => {
    const { related, halves } = await call('find_related_notes', { identifier: 'bread.md', limit: 2 })
    expect(related.map(({ path }: { path: string }) => path).sort()).toEqual(['cake.md', 'loaf.md'])
    expect(halves).toMatchObject({ keyword: true, semantic: false })
    expect(halves.reason).not.toBe('')
  }))

test('an unknown note is an error', () =>
  withVault(files, async ({ call }) => {
    const { error } = await call('find_related_notes', { identifier: 'nothing.md' })
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
  }))
