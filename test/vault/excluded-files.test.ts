import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { complete } from '../../src/offers/resources/complete.ts'
import { cutAll } from '../support/cut-all.ts'
import { dumpIndex } from '../support/dump-index.ts'
import { indexFromNothing } from '../support/index-from-nothing.ts'
import { lines } from '../support/lines.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { withVault, type Files, type Json, type Vaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'
import { speak } from '../dialects/speak.ts'

const filters = (...userIgnoreFilters: string[]) => JSON.stringify({ userIgnoreFilters })
const body = 'Glazes of wood ash melt late and run far down the kiln shelf.'
const files: Files = {
  '.obsidian/app.json': filters('Old/', 'work/secret.md', '/\\.draft\\.md$/'),
  'ash.md': `${body}\n\nSee [[Kiln log]] and [[secret]], but not [[nothing]].\n`,
  'bowl.md': '# Bowl\n\nThe kiln log says more; so does ash, and the old sherd.\n',
  'work/secret.md': `${body} #glaze\n`,
  'work/plan.draft.md': `${body}\n`,
  'work/open.md': `${body}\n`,
  'Old/Kiln log.md': lines(
    '---',
    'updated: 2019-01-01',
    '---',
    body,
    '',
    '[[ash]] [[gone]]',
    'Bowl, by name.',
  ),
  'Old/sherd.md': lines('---', 'title: Old sherd', 'broken: [', '---', 'x'),
  'Old/twin/ash.md': '# Bowl\n',
  'Old/map.canvas': '{"nodes":[{"type":"file","file":"lost.md"}]}',
}
const excluded = [
  'Old/Kiln log.md',
  'Old/sherd.md',
  'Old/twin/ash.md',
  'work/plan.draft.md',
  'work/secret.md',
]

async function ready({ hub }: Vaults) {
  const vault = await hub.open('main' as VaultId)
  await until('the index is ready', () => vault.index.freshness.state === 'ready')
  return vault
}

const withFiles = (use: (vaults: Vaults) => Promise<void>) =>
  withVault(files, async (vaults) => {
    await ready(vaults)
    await use(vaults)
  })

const paths = (list: Json): readonly string[] => [...new Set(column(list, 'path').map(String))].sort()

describe('what Obsidian excludes are notes like any other', () => {
  test('they are listed, read, linked to, and linked from', () =>
    withFiles(async ({ call }) => {
      const listed = await call('list_notes', { sort: 'path', limit: 100 })
      expect(paths(listed.notes)).toEqual([...excluded, 'ash.md', 'bowl.md', 'work/open.md'].sort())
      expect((await call('get_note', { identifier: 'Kiln log' })).id).toBe('Old/Kiln log.md')
      const { links } = await call('get_links', { identifier: 'ash.md' })
      expect(column(links, 'path')).toEqual(['Old/Kiln log.md', 'work/secret.md', null])
      expect(paths((await call('get_backlinks', { identifier: 'ash.md' })).backlinks)).toEqual([
        'Old/Kiln log.md',
      ])
      const sql = await call('search_notes_sql', { query: 'SELECT id FROM notes ORDER BY id' })
      expect(sql.results ?? sql.rows).toHaveLength(8)
    }))

  test('a move and a rename rewrite the links to them and theirs', () =>
    withFiles(async ({ call, read }) => {
      const renamed = await call('rename_note', {
        identifier: 'Old/Kiln log.md',
        new_title: 'Firing log',
        rename_file: true,
      })
      expect(renamed.updated_references).toMatchObject([{ id: 'ash.md', links: 1 }])
      expect(await read('ash.md')).toContain('See [[Firing log]] and [[secret]]')
      await call('move_note', { identifier: 'ash.md', to: 'work/wood ash.md' })
      expect(await read('Old/Firing log.md')).toContain('[[wood ash]] [[gone]]')
    }))
})

describe('they are left out', () => {
  test.each([
    ['search_notes', { query: 'glazes wood' }],
    ['search_notes', { query: 'glazes', mode: 'keyword', include_archived: true }],
    ['search_notes', { query: 'glazes wood nothing-else kiln shelf ash far down' }],
    ['search_notes', { query: 'gla.es', mode: 'regex' }],
    ['search_notes', { query: 'path:"" kiln' }],
    ['search_notes_advanced', { content_contains: 'glazes' }],
    ['search_text', { pattern: 'glazes' }],
    ['search_text', { pattern: 'Glazes', path_filter: 'work' }],
    ['search_text', { pattern: 'Glazes', path_filter: '*.md' }],
  ] as const)('by %s %j', (tool, args) =>
    withFiles(async ({ call }) => {
      const { results, total } = await call(tool, { limit: 100, ...args })
      expect(results.length).toBeGreaterThan(0)
      expect(paths(results).filter((path) => excluded.includes(path))).toEqual([])
      expect(total).toBe(results.length)
    }),
  )

  test('with limits and totals that know of what is left alone', () =>
    withFiles(async ({ call }) => {
      for (const mode of ['keyword', 'regex']) {
        const first = await call('search_notes', { query: 'glazes', mode, limit: 1 })
        expect(first).toMatchObject({ total: 2, has_more: true })
        const rest = await call('search_notes', {
          query: 'glazes',
          mode,
          limit: 1,
          cursor: first.next_cursor,
        })
        expect([...paths(first.results), ...paths(rest.results)].sort()).toEqual(['ash.md', 'work/open.md'])
        expect(rest.has_more).toBe(false)
      }
    }))

  test('by searches for meaning, and by related notes', () =>
    withMeaning(files, wordEmbedder(), async (vaults) => {
      await embedded(vaults)
      const { call } = vaults
      const found = await call('search_notes', { query: 'glazes of wood', mode: 'semantic', limit: 2 })
      expect(found.halves.semantic).toBe(true)
      expect(paths(found.results).slice(0, 2)).toEqual(['ash.md', 'work/open.md'])
      const named = await call('search_notes', {
        query: 'glazes of wood',
        mode: 'semantic',
        directory: 'Old',
      })
      expect(paths(named.results)).toContain('Old/Kiln log.md')
      const { related } = await call('find_related_notes', { identifier: 'ash.md', limit: 10 })
      expect(paths(related).filter((path) => excluded.includes(path))).toEqual([])
      const ofExcluded = await call('find_related_notes', { identifier: 'work/secret.md', limit: 2 })
      expect(paths(ofExcluded.related)).toEqual(['ash.md', 'work/open.md'])
    }))

  test('by suggestions, mentions and likely duplicates', () =>
    withFiles(async ({ call }) => {
      const { suggestions } = await call('suggest_links', { identifier: 'bowl.md' })
      expect(paths(suggestions).filter((path) => excluded.includes(path))).toEqual([])
      const { backlinks } = await call('get_backlinks', { identifier: 'bowl.md', include_unlinked: true })
      expect(backlinks).toEqual([])
      const { references } = await call('find_references', { title: 'Bowl', include_text_mentions: true })
      expect(references).toEqual([])
      const made = await call('create_note', { title: 'Kiln log', directory: 'new', content: body })
      expect(made.similar_notes).toBeUndefined()
    }))

  test('however many of them would come first', () => {
    const others = (count: number, path: (number: number) => string, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, number) => [path(number), `${text} ${number}\n`]))
    return withVault(
      {
        '.obsidian/app.json': filters('Old/'),
        'one.md': `${body} Twice: glazes.\n`,
        ...others(40, (number) => `Old/${number}.md`, body),
        ...others(120, (number) => `${number}.md`, 'Nothing of that'),
      },
      async (vaults) => {
        await ready(vaults)
        const { call } = vaults
        const made = await call('create_note', { title: 'Two', path: 'Two.md', content: body })
        expect(paths([...(made.suggested_links ?? []), ...(made.similar_notes ?? [])])).toEqual(['one.md'])
        await ready(vaults)
        expect(paths((await call('analyze_note', { identifier: 'one.md' })).nearest_notes)).toEqual([
          'Two.md',
        ])
        const { related } = await call('find_related_notes', { identifier: 'one.md', limit: 3 })
        expect(paths(related)).toContain('Two.md')
        expect(paths(related).filter((path) => path.startsWith('Old/'))).toEqual([])
      },
    )
  })

  test('by the health of the vault, and by what counts broken links', () =>
    withFiles(async ({ call }) => {
      const health = await call('check_vault_health', { stale_days: 1 })
      expect(health.counts).toMatchObject({
        notes: 8,
        broken_links: 1,
        orphans: 2,
        stale_notes: 0,
        duplicate_names: 0,
        unparsable: 0,
      })
      expect(paths(health.orphans)).toEqual(['bowl.md', 'work/open.md'])
      const { broken_links: broken } = await call('find_broken_links')
      expect(column(broken, 'target_title')).toEqual(['nothing'])
      const info = await call('get_vault_info', { detailed: true })
      expect(info.statistics?.broken_links ?? info.stats?.broken_links ?? 1).toBe(1)
    }))

  test('by completions, until what is typed names them', () =>
    withFiles(async ({ hub }) => {
      const of = async (value: string) => await complete('note', value, { vaults: hub })
      expect(await of('')).toMatchObject({ values: expect.not.arrayContaining(excluded), total: 3 })
      expect((await of('kiln')).values).toEqual([])
      expect((await of('ash')).values).toEqual(['ash.md'])
      expect((await of('old/k')).values).toEqual(['Old/Kiln log.md'])
    }))

  test('by the searches of the dialects, until a folder names them', () =>
    withFiles(async (vaults) => {
      const kiln = speak('kiln', vaults)
      expect(paths((await kiln('text_search', { query: 'glazes' })).matches)).toEqual([
        'ash.md',
        'work/open.md',
      ])
      expect(paths((await kiln('text_search', { query: 'glazes', folder: 'Old' })).matches)).toEqual([
        'Old/Kiln log.md',
      ])
      const app = speak('notes-app', vaults)
      const { results } = await app('search', { query: 'glazes' })
      expect(column(results, 'relative_path').toSorted()).toEqual(['ash.md', 'work/open.md'])
    }))
})

describe('they are found', () => {
  test.each([
    ['search_notes', { query: 'glazes', directory: 'Old' }, ['Old/Kiln log.md']],
    ['search_notes', { query: 'glazes', directory: 'Old/' }, ['Old/Kiln log.md']],
    ['search_notes', { query: 'glazes path:Old' }, ['Old/Kiln log.md']],
    ['search_notes', { query: 'glazes path:work/secret.md' }, ['work/secret.md']],
    ['search_notes', { query: 'gla.es', mode: 'regex', directory: 'Old' }, ['Old/Kiln log.md']],
    ['search_notes', { query: 'glazes', type_filter: 'Old' }, ['Old/Kiln log.md']],
    ['search_notes', { query: 'glazes', directory: 'work' }, ['work/open.md']],
    ['search_notes_advanced', { content_contains: 'glazes', type: 'Old' }, ['Old/Kiln log.md']],
    ['search_text', { pattern: 'glazes', path_filter: 'Old' }, ['Old/Kiln log.md']],
    ['search_text', { pattern: 'glazes', path_filter: 'Old/**/*.md' }, ['Old/Kiln log.md']],
    ['search_text', { pattern: 'glazes', path_filter: 'work/secret.md' }, ['work/secret.md']],
  ] as const)('where what is asked for names them: %s %j', (tool, args, expected) =>
    withFiles(async ({ call }) => {
      const { results, total } = await call(tool, args)
      expect(paths(results)).toEqual(expected)
      expect(total).toBe(1)
    }),
  )
})

describe('an index', () => {
  test('follows other filters when the vault is opened again', () =>
    withVault(files, async (vaults) => {
      const { indexFile } = await ready(vaults)
      const found = async () =>
        paths((await vaults.call('search_notes', { query: 'glazes', limit: 100 })).results)
      expect(await found()).toEqual(['ash.md', 'work/open.md'])
      await vaults.restart(() => vaults.write('.obsidian/app.json', filters('ash')))
      await ready(vaults)
      expect(await found()).toEqual([
        'Old/Kiln log.md',
        'work/open.md',
        'work/plan.draft.md',
        'work/secret.md',
      ])
      await vaults.restart(() => vaults.write('.obsidian/app.json', '{}'))
      await ready(vaults)
      expect(await found()).toHaveLength(5)
      expect(dumpIndex(indexFile).filter((row) => row.includes('"is_excluded":1'))).toEqual([])
    }))

  test('made when they were no notes takes them in', () => {
    const { '.obsidian/app.json': settings = '', ...notes } = files
    const config = 'index:\n  ignore: [Old, work/secret.md]\n'
    return withVault({ ...notes, '.flint-note/config.yml': config }, async (vaults) => {
      const { indexFile } = await ready(vaults)
      expect((await vaults.call('find_broken_links')).total).toBe(3)
      await vaults.restart(async () => {
        const db = new Database(indexFile)
        db.exec(`DELETE FROM state WHERE name = 'excluded';
          UPDATE state SET value = '4' WHERE name = 'reading';
          DROP INDEX IF EXISTS note_excluded;
          ALTER TABLE note DROP COLUMN is_excluded;
          ALTER TABLE file DROP COLUMN is_excluded`)
        db.pragma(`user_version = ${migrations.length - 1}`)
        db.close()
        await vaults.write('.flint-note/config.yml', '')
        await vaults.write('.obsidian/app.json', settings)
      })
      const vault = await ready(vaults)
      expect((await vaults.call('find_broken_links')).total).toBe(1)
      expect(paths((await vaults.call('search_notes', { query: 'glazes' })).results)).toEqual([
        'ash.md',
        'work/open.md',
      ])
      await vaults.restart()
      cutAll(indexFile)
      expect(dumpIndex(indexFile)).toEqual(await indexFromNothing(vault, join(vaults.folder, 'fresh')))
    })
  })

  test('marks a note by where it lies now, however it came there', () =>
    withFiles(async ({ call, write }) => {
      const found = async () => paths((await call('search_notes', { query: 'glazes' })).results)
      await call('move_note', { identifier: 'work/open.md', to: 'Old/open.md' })
      await call('move_note', { identifier: 'Old/Kiln log.md', to: 'Kiln log.md' })
      expect(await found()).toEqual(['Kiln log.md', 'ash.md'])
      await write('Old/new.md', body)
      await write('new.md', body)
      await until('the new notes are indexed', async () => (await found()).includes('new.md'))
      expect(await found()).toEqual(['Kiln log.md', 'ash.md', 'new.md'])
    }))
})
