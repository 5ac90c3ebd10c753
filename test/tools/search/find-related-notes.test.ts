import { expect, test } from 'vitest'
import { englishEmbedder, hasOwnModel, themedNotes } from '../../support/own-model.ts'
import { embedded, withMeaning } from '../../support/with-meaning.ts'
import { column } from '../../support/plain.ts'
import { withVault, type Vaults } from '../../support/with-vault.ts'
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
    for (const args of [{ identifier: 'nothing.md' }, { identifiers: ['car.md', 'nothing.md'] }]) {
      const { error } = await call('find_related_notes', args)
      expect(error).toMatchObject({ code: 'NOT_FOUND' })
    }
    for (const args of [{}, { identifier: 'car.md', identifiers: ['bread.md'] }]) {
      const { error } = await call('find_related_notes', args)
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'Give either identifier or identifiers.',
      })
    }
  }))

const kitchen = {
  'salt.md': 'salt bread\n',
  'oven.md': 'oven bread\n',
  'both.md': 'salt oven\n',
  'only-salt.md': 'salt mine deep\n',
  'only-oven.md': 'oven door hinge\n',
  'far.md': 'quartz lattice vector\n',
}

test('several notes are looked for together, and none of them is listed', () =>
  withMeaning(kitchen, wordEmbedder(), async (vaults) => {
    await embedded(vaults)
    const asked = ['salt.md', 'oven', 'salt.md']
    const { identifiers, related, identifier } = await vaults.call('find_related_notes', {
      identifiers: asked,
    })
    expect(identifier).toBe(undefined)
    expect(identifiers).toEqual(['salt.md', 'oven.md'])
    expect(related[0].path).toBe('both.md')
    expect(column(related, 'path')).not.toContain('salt.md')
    expect(column(related, 'path')).not.toContain('oven.md')
  }))

test('without vectors several notes are looked for by the words of each', () =>
  withVault(kitchen, async ({ call }) => {
    const { related, total } = await call('find_related_notes', { identifiers: ['salt.md', 'oven.md'] })
    expect(related[0].path).toBe('both.md')
    expect(column(related, 'path').toSorted()).toEqual(['both.md', 'only-oven.md', 'only-salt.md'])
    expect(total).toBe(3)
  }))

test('pages hold each note once, in one order, as many as the total says', () => {
  const many = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [`n${at}.md`, `salt ${'oil '.repeat(at + 1)}w${at}\n`]),
  )
  const walk = async ({ call }: Pick<Vaults, 'call'>) => {
    const whole = await call('find_related_notes', { identifier: 'n7.md', limit: 100 })
    expect(whole).toMatchObject({ total: 24, has_more: false })
    const paths: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const page = await call('find_related_notes', { identifier: 'n7.md', limit: 10, cursor })
      expect(page.total).toBe(24)
      paths.push(...column(page.related, 'path'))
      cursor = page.next_cursor
      if (cursor === undefined) break
    }
    expect(paths).toEqual(column(whole.related, 'path'))
    expect(new Set(paths).size).toBe(24)
  }
  return withVault(many, async (vault) => {
    await walk(vault)
    await withMeaning(many, wordEmbedder(), async (vaults) => {
      await embedded(vaults)
      await walk(vaults)
    })
  })
})

test('a note without text says so, and is not related to any', () =>
  withMeaning({ ...files, 'empty.md': '' }, wordEmbedder(), async (vaults) => {
    await embedded(vaults)
    const { halves } = await vaults.call('find_related_notes', { identifier: 'empty.md' })
    expect(halves.reason).toContain('This note has no text.')
  }))

test('a note of which the own model knows nothing is not related to any', () =>
  withMeaning({ ...themedNotes, 'empty.md': '' }, englishEmbedder(), async (vaults) => {
    await embedded(vaults)
    await hasOwnModel(vaults)
    const { related } = await vaults.call('find_related_notes', { identifier: 't0-0-0.md', limit: 100 })
    expect(column(related, 'path')).not.toContain('empty.md')
    expect(related.length).toBeGreaterThan(20)
  }))
