import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

test('a note that is not there is created, later calls add to it', () =>
  withVault(
    sampleVault,
    async ({ call, read }) => {
      const args = { identifier: 'devlog/parser.md', content: '- began' }
      expect(await call('upsert_note', args)).toEqual({
        vault: { id: 'main', name: 'The main vault', is_current: true },
        id: 'devlog/parser.md',
        path: 'devlog/parser.md',
        created: true,
        change_id: expect.any(String),
        content_hash: expect.stringMatching(/^sha256:/),
        diff: expect.stringContaining('+- began'),
        lines_changed: '+9 -0',
      })
      expect(await call('upsert_note', { ...args, content: '- done' })).toMatchObject({ created: false })
      expect(await read('devlog/parser.md')).toMatch(/^---\ntitle: parser\n[^]*\n---\n\n- began\n- done\n$/)
    },
    { now },
  ))

test('metadata are those of a new note, its title among them', () =>
  withVault(sampleVault, async ({ call }) => {
    await call('upsert_note', { identifier: 'x/y', content: 'Z', metadata: { title: 'Why', status: 'open' } })
    expect(await call('get_note', { identifier: 'x/y.md' })).toMatchObject({
      title: 'Why',
      content: 'Z',
      metadata: { status: 'open' },
    })
  }))

test('a title of an existing note means that note', () =>
  withVault(sampleVault, async ({ call, read }) => {
    expect(await call('upsert_note', { identifier: 'Leeks', content: 'Hoed.' })).toMatchObject({
      id: 'garden/leeks.md',
      created: false,
    })
    expect((await read('garden/leeks.md')).endsWith('- [x] Sow\n\nHoed.\n')).toBe(true)
  }))

test('metadata of a new note are checked against its type', () =>
  withVault(sampleVault, async ({ call }) => {
    const { error } = await call('upsert_note', { identifier: 'recipes/pie.md', content: 'X' })
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'servings' }] })
  }))

test('a dry run of either kind changes nothing', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const fresh = await call('upsert_note', { identifier: 'a/b.md', content: 'X', dry_run: true })
    expect(fresh).toMatchObject({ created: true, dry_run: true })
    const more = await call('upsert_note', { identifier: 'journal', content: 'X', dry_run: true })
    expect(more).toMatchObject({ created: false, dry_run: true, diff: expect.stringContaining('+X') })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('of many at once one creates and the others add; every line arrives', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const contents = Array.from({ length: 8 }, (_, n) => `- line ${n}`)
    const results = await Promise.all(
      contents.map((content) => call('upsert_note', { identifier: 'log/day.md', content })),
    )
    expect(results.filter(({ created }) => created)).toHaveLength(1)
    const text = await read('log/day.md')
    expect(text.slice(text.indexOf('- line')).trim().split('\n').sort()).toEqual(contents)
  }))
