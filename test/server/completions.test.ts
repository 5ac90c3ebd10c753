import { expect, test, vi } from 'vitest'
import { notesBeginning, tagsBeginning, listTypes } from '../../src/index-db/prefix-queries.ts'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { noteTemplate } from '../../src/offers/resources/note-uri.ts'
import { complete, type CompletionKind } from '../../src/offers/resources/complete.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { withFolder } from '../support/with-folder.ts'
import { type Vaults, withVaults } from '../support/with-vault.ts'
import { eras, withResources } from './resource-client.ts'

const vaults = {
  main: {
    'projects/website.md': lines(
      '---',
      'title: New home page',
      'aliases: [Startseite]',
      'tags: [work/web]',
      '---',
    ),
    'projects/workshop.md': '# Tools\n\n#work #Wood\n',
    'Ünï/größe.md': '# Größe\n',
    'meetings/_description.md': '# Meetings\n',
  },
  'main-2': { 'website-2.md': '# Two\n' },
  other: {},
}

const many = times(10_000, 100_000)

async function ready({ hub }: Pick<Vaults, 'hub'>): Promise<void> {
  for (const { id } of await hub.known()) await (await hub.open(id)).index.settled(10_000)
}

test.each(eras)('%s: the parts of the template complete: vaults, then notes of the vault named', (era) =>
  withResources(era, vaults, async ({ ask, hub }) => {
    await ready({ hub })
    const of = async (name: string, value: string, vaultId?: string) => {
      const { completion, error } = await ask('completion/complete', {
        ref: { type: 'ref/resource', uri: noteTemplate },
        argument: { name, value },
        ...(vaultId !== undefined && { context: { arguments: { vault_id: vaultId } } }),
      })
      return completion ?? error
    }
    expect(await of('vault_id', '')).toEqual({
      values: ['main', 'main-2', 'other'],
      total: 3,
      hasMore: false,
    })
    expect(await of('vault_id', 'main')).toEqual({ values: ['main', 'main-2'], total: 2, hasMore: false })
    expect(await of('id', 'projects/w')).toEqual({
      values: ['projects/website.md', 'projects/workshop.md'],
      total: 2,
      hasMore: false,
    })
    expect(await of('id', 'websi', 'main-2')).toMatchObject({ values: ['website-2.md'] })
    expect(await of('id', 'a', 'unknown')).toEqual({ values: [], total: 0, hasMore: false })
    expect(await of('nothing', 'a')).toMatchObject({ code: -32602 })
  }),
)

test.each(eras)('%s: an argument of a prompt completes as what the prompt says it is', (era) =>
  withResources(era, vaults, async ({ ask, hub }) => {
    await ready({ hub })
    const of = async (prompt: string, name: string, value: string, vaultId?: string) => {
      const { completion, error } = await ask('completion/complete', {
        ref: { type: 'ref/prompt', name: prompt },
        argument: { name, value },
        ...(vaultId !== undefined && { context: { arguments: { vault_id: vaultId } } }),
      })
      return completion ?? error
    }
    expect(await of('link_note', 'note', 'works')).toMatchObject({ values: ['projects/workshop.md'] })
    expect(await of('link_note', 'note', 'works', 'other')).toMatchObject({ values: [] })
    expect(await of('link_note', 'about', 'wo')).toEqual({ values: [], total: 0, hasMore: false })
    expect(await of('link_note', 'vault_id', 'o')).toMatchObject({ values: ['other'] })
    expect(await of('link_note', 'missing', 'wo')).toMatchObject({ code: -32602 })
    expect(await of('missing', 'tag', 'wo')).toMatchObject({ code: -32602 })
  }),
)

const cases: readonly (readonly [CompletionKind, string, readonly string[]])[] = [
  ['note', 'new h', ['projects/website.md']],
  ['note', 'STARTS', ['projects/website.md']],
  ['note', 'workshop', ['projects/workshop.md']],
  ['note', 'projects/website.md', ['projects/website.md']],
  ['note', 'projects/website.m', ['projects/website.md']],
  ['note', 'GRO\u0308', ['Ünï/größe.md']],
  ['note', 'ünï/', ['Ünï/größe.md']],
  ['note', 'nothing like it', []],
  ['note', '%', []],
  ['note', "'; DROP TABLE note; --", []],
  ['type', '', ['meetings', 'projects', 'Ünï']],
  ['type', 'PRO', ['projects']],
  ['tag', '#wo', ['Wood', 'work', 'work/web']],
  ['tag', 'work/', ['work/web']],
  ['tag', 'x', []],
  ['vault', 'O', ['other']],
]

test('values complete whatever their case, and however their accents are typed', () =>
  withVaults(vaults, async ({ hub }) => {
    await ready({ hub })
    for (const [kind, value, expected] of cases) {
      const { values, total, hasMore } = await complete(kind, value, { vaults: hub })
      expect({ kind, value, values: values.toSorted() }).toEqual({ kind, value, values: expected.toSorted() })
      expect({ total, hasMore }).toEqual({ total: expected.length, hasMore: false })
    }
    const { values, total } = await complete('note', '', { vaults: hub })
    expect({ found: values.length, total }).toEqual({ found: 3, total: 3 })
  }))

test(`of ${many} notes a hundred are offered, by the index and not by looking at all`, () =>
  withFolder({}, async (folder) => {
    const file = `${folder}/index.sqlite`
    await fill(file, many)
    const index = new IndexReader(file)
    const asked = { limit: 100, withExcluded: false }
    const prepare = vi.spyOn(index.db, 'prepare')
    /** Does it, and holds that SQLite goes about it by an index. */
    const byIndex = <Result>(run: () => Result): Result => {
      prepare.mockClear()
      const result = run()
      const asked = prepare.mock.calls.map(([sql]) => sql)
      expect(asked).not.toEqual([])
      for (const sql of asked) expect(planOf(index, sql), sql).not.toMatch(lookingAtAll)
      return result
    }
    expect(byIndex(() => notesBeginning(index, '', asked))).toMatchObject({ total: many })
    const begun = byIndex(() => notesBeginning(index, 'n', asked))
    expect({ shown: begun.values.length, total: begun.total }).toEqual({ shown: 100, total: null })
    expect(byIndex(() => notesBeginning(index, 'note 4711', asked)).values).toContain('folder-11/n4711.md')
    expect(byIndex(() => tagsBeginning(index, '', 100))).toMatchObject({ total: 50 })
    expect(byIndex(() => listTypes(index))).toHaveLength(100)
    index.close()
  }))

/** A table that is read from its beginning to its end, or sorted. */
const lookingAtAll = /^SCAN \w+(?! USING (?:COVERING )?INDEX)\b|TEMP B-TREE/m

/** What SQLite does step by step, a line each. */
function planOf({ db }: IndexReader, sql: string): string {
  const steps = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`).all()
  return steps.map(({ detail }) => detail).join('\n')
}

/** An index with notes in a hundred folders, each with one of fifty tags, without the notes themselves. */
async function fill(file: string, count: number): Promise<void> {
  const { openIndexForWriting } = await import('../../src/index-db/open-index.ts')
  const { secondaryIndexes } = await import('../../migrations/index.ts')
  const { db } = openIndexForWriting(file)
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  db.exec(`
    BEGIN;
    ${numbers} INSERT INTO note (id, path, title, type, filename, body_line, metadata, hash, size, mtime, inode, created, updated, words, lines)
      SELECT n, 'folder-' || (n % 100) || '/n' || n || '.md', 'Note ' || n, 'folder-' || (n % 100), 'n' || n || '.md',
        1, '{}', '', 1, 1, 1, '', printf('%09d', n), 1, 1 FROM numbers;
    INSERT INTO link_key (key, kind, bearer) SELECT 'n' || id, 'name', id FROM note;
    INSERT INTO link_key (key, kind, bearer) SELECT 'note ' || id, 'title', id FROM note;
    INSERT INTO link_key (key, kind, bearer) SELECT substr(path, 1, length(path) - 3), 'path', id FROM note;
    INSERT INTO tag (note, key, tag, source) SELECT id, 'tag-' || (id % 50), 'tag-' || (id % 50), 'body' FROM note;
    COMMIT;
  `)
  db.exec(secondaryIndexes.join(';'))
  db.close()
}
