import { mkdir, rename } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { markUntrusted } from '../../src/call/mark-untrusted.ts'
import { readResource } from '../../src/offers/resources/read-resource.ts'
import { type VaultIndex, withoutIndex } from '../../src/vault/vault-index.ts'
import { lines } from '../support/lines.ts'
import { until } from '../support/until.ts'
import { withVault, type Json } from '../support/with-vault.ts'
import { speak } from '../dialects/speak.ts'

const outside = (...text: readonly string[]) =>
  lines('---', 'source_type: ingested', 'untrusted: true', '---', ...text)
const files = {
  'page.md': outside(
    '# Page',
    '',
    '[[Target]] obey; Other too. [[nowhere]]',
    '',
    '## Part',
    '',
    'Obey, zebra.',
    '',
  ),
  'mine.md': '# Mine\n\n[[Target]] and [[page]] of mine. Other. zebra\n',
  'Target.md': '# Target\n\nText.\n',
  'Other.md': '# Other\n\nNothing.\n',
  'archives/x.md': '',
}

/** Of each part of an answer that names a note of these: whether it is marked. */
function marksOf(answer: Json, found: Record<string, boolean> = {}): Record<string, boolean> {
  if (typeof answer !== 'object' || answer === null) return found
  const name = answer.source_note_id ?? answer.relative_path ?? answer.path ?? answer.note_id
  if (['page.md', 'mine.md'].includes(name)) found[name] = answer.untrusted === true
  for (const inner of Object.values(answer)) marksOf(inner, found)
  return found
}
const both = { 'page.md': true, 'mine.md': false }

const reading: readonly (readonly [string, object, object])[] = [
  ['find_references', { title: 'Target' }, both],
  ['find_references', { title: 'Other', include_text_mentions: true }, both],
  ['get_backlinks', { identifier: 'Target' }, both],
  ['get_backlinks', { identifier: 'Other', include_unlinked: true }, both],
  ['get_note_links', { identifier: 'Target' }, both],
  ['find_broken_links', {}, { 'page.md': true }],
  ['check_vault_health', {}, { 'page.md': true }],
  ['suggest_links', { identifier: 'Other' }, both],
  ['search_by_links', { has_links_to: ['Target'] }, both],
  ['search_text', { pattern: 'zebra' }, both],
  ['search_notes', { query: 'zebra' }, both],
  ['search_notes', { query: 'zebra', fields: ['title'] }, both],
  ['search_notes_advanced', { content_contains: 'zebra' }, both],
  ['list_notes', {}, both],
  ['get_note_info', { identifiers: ['page.md', 'mine.md'] }, both],
  ['get_notes', { identifiers: ['page.md', 'mine.md'] }, both],
]

test.each(reading)('%s %j marks what is from outside, and nothing else', (tool, args, marks) =>
  withVault(files, async ({ call }) => {
    const answer = await call(tool, args)
    expect(answer.error).toBeUndefined()
    expect(marksOf(answer)).toEqual(marks)
  }),
)

test('links of a note from outside are its words; a filter does not take the mark away', () =>
  withVault(files, async ({ call }) => {
    expect((await call('get_links', { identifier: 'page' })).untrusted).toBe(true)
    expect((await call('get_links', { identifier: 'mine' })).untrusted).toBeUndefined()
    expect((await call('analyze_note', { identifier: 'page' })).untrusted).toBe(true)
    expect(await call('get_note', { identifier: 'page', fields: ['content'] })).toMatchObject({
      untrusted: true,
    })
    const { notes } = await call('list_notes', { fields: ['title'] })
    expect(notes.filter((note: Json) => note.untrusted)).toEqual([{ title: 'Page', untrusted: true }])
  }))

const writing: readonly (readonly [string, (identifier: string) => object])[] = [
  ['append_to_note', (identifier) => ({ identifier, content: 'x' })],
  ['append_to_note', (identifier) => ({ identifier, content: 'x', dry_run: true })],
  ['update_tags', (identifier) => ({ identifier, add_tags: ['x'] })],
  ['rename_note', (identifier) => ({ identifier, new_title: 'Renamed' })],
  ['move_note', (identifier) => ({ identifier, destination_directory: 'archives' })],
]

test.each(writing)('the diff of %s is marked as its note is', (tool, args) =>
  withVault(files, async ({ call }) => {
    for (const [identifier, isOutside] of [
      ['page.md', true],
      ['mine.md', false],
    ] as const) {
      const answer = await call(tool, args(identifier))
      expect(answer.error).toBeUndefined()
      expect(answer.untrusted === true, identifier).toBe(isOutside)
    }
  }),
)

test('what a write answers is marked without waiting until the index has followed', () =>
  withVault({ ...files, 'doc.txt': 'zebra\n' }, async ({ hub, call, write }) => {
    expect((await call('ingest', { source: 'doc.txt' })).error).toBeUndefined()
    await write('copy.md', 'zebra\n')
    const known = await hub.current()
    if (known === null) throw new Error('There is no vault.')
    const vault = await hub.open(known.id)
    const index: VaultIndex = {
      ...withoutIndex(null),
      isThere: true,
      query: async () => await new Promise(() => undefined),
      queryAsIs: (run) => vault.index.queryAsIs(run),
    }
    const mark = async (path: string) =>
      await markUntrusted({ ...vault, index }, { path, text: 'x' }, { isReading: false, args: {} })
    expect(await mark('page.md')).toHaveProperty('untrusted', true)
    expect(await mark('copy.md')).toHaveProperty('untrusted', true)
    expect(await mark('mine.md')).not.toHaveProperty('untrusted')
  }))

test('sections, plans of many files, undone changes and refusals are marked', () =>
  withVault(files, async ({ call, write }) => {
    const replace = { identifier: 'page', section_header: 'Part', new_content: 'x' }
    const replaced = await call('replace_section', replace)
    expect(replaced).toMatchObject({ previous_content: expect.stringContaining('Obey'), untrusted: true })
    const refused = await call('replace_section', { ...replace, section_header: 'None' })
    expect(refused.error).toMatchObject({ code: 'SECTION_NOT_FOUND', untrusted: true })
    const plan = await call('rename_note', {
      identifier: 'Target',
      new_title: 'Goal',
      rename_file: true,
      dry_run: true,
    })
    expect(marksOf(plan.changes)).toEqual(both)
    const undone = await call('undo_change', { change_id: replaced.change_id, dry_run: true })
    expect(marksOf(undone.files)).toEqual({ 'page.md': true })
    await write('page.md', outside('Something else, that somebody saved since.'))
    const late = await call('undo_change', { change_id: replaced.change_id })
    expect(JSON.stringify(late.error)).toContain('"untrusted":true')
  }))

test('a document in raw/ is from outside before anybody has read it, whatever it says itself', () =>
  withVault(
    {
      '.zk/config.toml': '',
      'raw/doc.md': '---\nuntrusted: false\n---\n# Doc\n\nzebra\n',
      'a.md': 'zebra\n',
    },
    async ({ call }) => {
      expect((await call('get_note', { identifier: 'raw/doc.md' })).untrusted).toBe(true)
      expect((await call('get_note', { identifier: 'raw/doc.md', fields: ['content'] })).untrusted).toBe(true)
      const { results } = await call('search_text', { pattern: 'zebra' })
      const marked = results.map(({ path, untrusted = false }: Json) => [path, untrusted])
      expect(marked).toEqual([
        ['a.md', false],
        ['raw/doc.md', true],
      ])
      expect((await call('append_to_note', { identifier: 'raw/doc.md', content: 'x' })).untrusted).toBe(true)
    },
  ))

test('a document that an editor takes out of raw/ is from outside still, wherever it lies then', () =>
  withVault({ 'raw/doc.md': '# Doc\n\nzebra by [[a]]\n', 'a.md': 'zebra\n' }, async (vaults) => {
    const { call, at, restart } = vaults
    expect((await call('ingest', { source: 'raw/doc.md' })).error).toBeUndefined()
    await restart(async () => {
      await mkdir(at('archives'), { recursive: true })
      await rename(at('raw/doc.md'), at('archives/doc.md'))
    })
    await until('it is known', async () => (await call('get_vault_info')).stats.notes >= 3)
    const identifier = 'archives/doc.md'
    expect((await call('get_note', { identifier })).untrusted).toBe(true)
    expect((await call('get_note', { identifier: 'a.md' })).untrusted).toBeUndefined()
    const { results } = await call('search_notes', { query: 'zebra', include_archived: true })
    const marks = results.map(({ path, untrusted = false }: Json) => [path, untrusted])
    expect(marks).toContainEqual([identifier, true])
    expect(marks).toContainEqual(['a.md', false])
    const { backlinks } = await call('get_backlinks', { identifier: 'a.md' })
    expect(JSON.stringify(backlinks)).toContain('"untrusted":true')
    const uri = 'flint-note://main/notes/archives/doc.md'
    expect(await readResource(uri, { vaults: vaults.hub, now: () => new Date() })).toMatchObject({
      untrusted: true,
    })
  }))

test('rows of SQL keep their columns', () =>
  withVault(files, async ({ call }) => {
    const answer = await call('search_notes_sql', { query: 'SELECT path, title FROM notes ORDER BY path' })
    expect(answer.untrusted).toBe(true)
    for (const row of answer.results) expect(Object.keys(row)).toEqual(['path', 'title'])
  }))

test('the tools of other servers mark it as well', () =>
  withVault(files, async (vaults) => {
    const kiln = speak('kiln', vaults)
    expect(await kiln('read_note', { path: 'page.md' })).toMatchObject({ untrusted: true })
    expect(await kiln('read_metadata', { path: 'page.md' })).toMatchObject({ untrusted: true })
    expect(marksOf(await kiln('text_search', { query: 'zebra' }))).toEqual(both)
    const app = speak('notes-app', vaults)
    expect(await app('read_note', { relative_path: 'page.md' })).toMatchObject({ untrusted: true })
    expect(await app('read_note', { relative_path: 'mine.md' })).not.toHaveProperty('untrusted')
    expect(await app('outline', { relative_path: 'page.md' })).toMatchObject({ untrusted: true })
    expect(marksOf(await app('search', { query: 'zebra' }))).toEqual(both)
    expect(marksOf(await app('backlinks', { relative_path: 'Target.md' }))).toEqual(both)
    const server = speak('obsidian-vault-mcp', vaults)
    const repository_name = 'main'
    expect(await server('note_read', { repository_name, path: 'page.md' })).toMatchObject({ untrusted: true })
    expect(await server('note_read', { repository_name, path: 'mine.md' })).not.toHaveProperty('untrusted')
    expect(marksOf(await server('vault_search', { repository_name, query: 'zebra' }))).toEqual(both)
  }))
