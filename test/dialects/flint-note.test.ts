import { expect, test } from 'vitest'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { hashOf } from '../support/hash-files.ts'
import { type Files, withVaults } from '../support/with-vault.ts'
import { speak } from './speak.ts'

const project = '---\ntitle: Website\nstatus: active\npriority: 3\n---\n\nSee [[note1]] and [[gone]].\n'
const files: Files = {
  'projects/_description.md':
    '# projects\n\n## Purpose\nWork.\n\n## Agent Instructions\n- Ask about goals\n\n## Metadata Schema\n- status: State (optional, string)\n',
  'projects/website.md': project,
  'general/note1.md': '---\ntags: [example]\n---\n\nContent of note 1.\n',
  'general/note2.md': 'Meeting notes. [out](https://example.org/x)\n',
}
const newest = 'sha256:' + '0'.repeat(64)

/** Every tool that the old server named, with a call of it that works; `hash` and `type` are those of the files. */
const calls = (hash: string, type: string): Readonly<Record<string, object>> => ({
  list_vaults: {},
  get_current_vault: {},
  switch_vault: { vault_id: 'work' },
  update_vault: { vault_id: 'work', name: 'Work Notes' },
  list_note_types: {},
  get_note_type_info: { type_name: 'projects' },
  get_note: { identifier: 'projects/website.md', fields: ['title', 'content_hash', 'metadata.status'] },
  get_notes: { identifiers: ['general/note1.md', 'projects/website.md'] },
  get_note_info: { identifier: 'general/note1.md' },
  list_notes_by_type: { type: 'general' },
  search_notes: { query: 'meeting notes', type_filter: 'general', limit: 10, fields: ['id', 'title'] },
  search_notes_advanced: {
    type: 'projects',
    metadata_filters: [
      { key: 'status', value: 'active' },
      { key: 'priority', operator: '>=', value: '3' },
    ],
    updated_within: '7d',
    content_contains: 'see',
    sort: [{ field: 'updated', order: 'desc' }],
    limit: 50,
  },
  search_notes_sql: { query: "SELECT n.* FROM notes n WHERE n.type = 'general'", limit: 50 },
  get_note_links: { identifier: 'projects/website.md' },
  get_backlinks: { identifier: 'general/note1.md' },
  find_broken_links: {},
  search_by_links: { has_links_to: ['general/note1.md'] },
  migrate_links: { force: true },
  analyze_note: { identifier: 'projects/website.md' },
  update_note: { identifier: 'projects/website.md', metadata: { status: 'done' }, content_hash: hash },
  rename_note: { identifier: 'general/note1.md', new_title: 'First' },
  move_note: { identifier: 'general/note2.md', new_type: 'projects' },
  create_note_type: { type_name: 'reading', description: 'Books.' },
  update_note_type: { type_name: 'projects', instructions: 'Ask about owners.', content_hash: type },
  create_note: { type: 'general', title: 'My Note', content: 'Text', metadata: { tags: ['example'] } },
  delete_note: { identifier: 'general/note1.md', confirm: true },
  bulk_delete_notes: { type: 'general', confirm: true },
  delete_note_type: { type_name: 'reading', action: 'error', confirm: true },
  create_vault: { vault_id: 'more', name: 'More', path: '' },
  remove_vault: { vault_id: 'more' },
})

test('every tool of that server is answered', () =>
  withVaults({ work: files }, async (vaults) => {
    const call = speak('flint-note', vaults)
    const hashes = [hashOf(project), hashOf(String(files['projects/_description.md']))] as const
    for (const [tool, args] of Object.entries(calls(...hashes))) {
      const given = tool === 'create_vault' ? { ...args, path: `${vaults.folder}/more` } : args
      const result = await call(tool, given)
      expect(result.isError, `${tool}: ${JSON.stringify(result)}`).toBe(false)
    }
  }))

test('update_note_type takes its older form, and note types have hashes of their own', () =>
  withVaults({ work: files }, async (vaults) => {
    const call = speak('flint-note', vaults)
    const { content_hash: hash } = await call('get_note_type_info', { type_name: 'projects' })
    const change = { type_name: 'projects', field: 'instructions', value: 'Ask about owners.' }
    expect(await call('update_note_type', { ...change, content_hash: newest })).toMatchObject({
      error: 'content_hash_mismatch',
      current_hash: hash,
      provided_hash: newest,
    })
    expect((await call('update_note_type', { ...change, content_hash: hash })).isError).toBe(false)
    expect(await vaults.read('projects/_description.md')).toContain('Ask about owners.')
  }))

test('the list has our tools and that server’s own, and stays small', async () => {
  const tools = await loadDialect(allTools, 'flint-note')
  const names = tools.map(({ name }) => name)
  expect(names.filter((name) => !allTools.some((tool) => tool.name === name))).toEqual([
    'list_notes_by_type',
    'migrate_links',
  ])
  expect(names).toHaveLength(allTools.length + 2)
})

test('list_notes_by_type gives the notes of a type, fifty unless told', () =>
  withVaults({ work: { ...files, ...many('daily', 60) } }, async (vaults) => {
    const call = speak('flint-note', vaults)
    expect(await call('list_notes_by_type', { type: 'projects' })).toMatchObject({
      type: 'projects',
      notes: [
        { id: 'projects/website.md', filename: 'website.md', title: 'Website', metadata: { priority: 3 } },
      ],
      total: 1,
      has_more: false,
      vault: { id: 'work' },
    })
    const daily = await call('list_notes_by_type', { type: 'daily', vault_id: 'work' })
    expect(daily).toMatchObject({ total: 60, has_more: true })
    expect(daily.notes).toHaveLength(50)
    expect((await call('list_notes_by_type', { type: 'daily', limit: 100 })).notes).toHaveLength(60)
    expect((await call('list_notes_by_type', { type: 'none' })).notes).toEqual([])
  }))

test('an error is a code in small letters with its facts beside it', () =>
  withVaults({ work: files }, async (vaults) => {
    const call = speak('flint-note', vaults)
    const note = { identifier: 'projects/website.md', content: 'Updated content' }
    expect(await call('update_note', { ...note, content_hash: newest })).toMatchObject({
      isError: true,
      error: 'content_hash_mismatch',
      message: expect.any(String),
      current_hash: hashOf(project),
      provided_hash: newest,
    })
    expect(await call('update_note', note)).toMatchObject({
      error: 'invalid_argument',
      hint: expect.any(String),
    })
    expect(await call('get_note', { identifier: 'none.md', vault_id: 'nowhere' })).toMatchObject({
      error: 'vault_not_found',
      known_vaults: ['work'],
    })
  }))

test('in a batch each item tells its own failure', () =>
  withVaults({ work: files }, async (vaults) => {
    const call = speak('flint-note', vaults)
    const fields = ['id', 'title', 'type', 'metadata.tags', 'content_hash']
    const got = await call('get_notes', { identifiers: ['general/note1.md', 'daily/2024-01-15.md'], fields })
    expect(got).toMatchObject({
      success: true,
      total_requested: 2,
      successful: 1,
      failed: 1,
      results: [
        { success: true, note: { id: 'general/note1.md', metadata: { tags: ['example'] } } },
        { success: false, error: expect.stringContaining('daily/2024-01-15.md') },
      ],
    })
    expect(got.results[0].note.content).toBeUndefined()
    const updates = [
      { identifier: 'general/note1.md', content: 'New', content_hash: got.results[0].note.content_hash },
      { identifier: 'projects/website.md', metadata: { status: 'x' }, content_hash: newest },
    ]
    expect(await call('update_note', { updates })).toMatchObject({
      total: 2,
      successful: 1,
      failed: 1,
      results: [
        { success: true },
        { success: false, error: expect.any(String), current_hash: hashOf(project), provided_hash: newest },
      ],
    })
    const notes = [
      {
        type: 'general',
        title: 'First Note',
        content: 'One',
        metadata: { tags: ['batch'], priority: 'high' },
      },
      { type: 'projects', title: 'Website', path: 'projects/website.md', content: 'Two' },
    ]
    expect(
      await call('create_note', { notes: [notes[0], { title: 'Website', path: 'projects/website.md' }] }),
    ).toMatchObject({
      successful: 1,
      results: [
        { success: true, result: { id: 'general/first-note.md', type: 'general', title: 'First Note' } },
        { success: false, error: expect.any(String), code: 'ALREADY_EXISTS' },
      ],
    })
  }))

test('delete_note asks as that server does, and what it deletes can be brought back', () =>
  withVaults({ work: files }, async (vaults) => {
    const call = speak('flint-note', vaults)
    const note = { identifier: 'general/note1.md' }
    expect(await call('delete_note', note)).toMatchObject({ error: 'confirmation_required' })
    expect(await call('delete_note', { ...note, confirm: true })).toMatchObject({
      deleted: true,
      mode: 'trash',
    })
    expect(await vaults.read('.flint-note/trash/general/note1.md')).toBe(files['general/note1.md'])
  }))

function many(type: string, count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${type}/${index}.md`, `Day ${index}.\n`]),
  )
}
