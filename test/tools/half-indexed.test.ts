import { expect, test } from 'vitest'
import { allTools } from '../../src/tools/index.ts'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { withHalfIndexed } from '../support/half-indexed.ts'
import { speak } from '../dialects/speak.ts'
import { right } from './right-calls.ts'
import { sampleVault } from './sample-vault.ts'

const known = { 'plans/garden.md': '# Garden plan\n\nSee [[seeds]] and [[nobody]].\n' }
const unknown = {
  'seeds.md': '# Seeds\n',
  'plans/kitchen.md': '---\ntitle: "Kitchen plan"\naliases: [Cooking]\n---\n\nNew tiles. See [[garden]].\n',
  'plans/roof.md': '# Roof plan\n\nGarden plan first.\n',
  'old/plan.md': '# Garden plan\n',
}

/** They are about files, the registry or the history, have the folder looked through first, or need a GitLab project. */
const silent = [
  ['list_vaults', 'create_vault', 'update_vault', 'list_note_types', 'create_note_type'],
  ['update_note_type', 'delete_note_type', 'get_note', 'get_notes', 'get_note_info', 'list_notes'],
  ['update_note', 'append_to_note', 'upsert_note', 'rename_note', 'move_note', 'delete_note'],
  ['bulk_delete_notes', 'open_daily_note', 'search_text', 'update_tags', 'rename_tag', 'replace_section'],
  ['extract_section'],
  ['capture_to_inbox', 'get_inbox', 'clear_inbox_item', 'complete_todo', 'add_todo', 'create_issue'],
  ['get_issues', 'close_issue', 'issue_to_note', 'ingest', 'reindex_vault', 'list_changes', 'undo_change'],
].flat()

test('while an index is being filled, whatever it was asked for says so', () =>
  withHalfIndexed(sampleVault, {}, async ({ call, unfill }) => {
    const saying: string[] = []
    for (const { name, input } of allTools.filter((tool) => tool.name !== 'remove_vault')) {
      unfill()
      const isPlan = 'dry_run' in input.shape
      const result = await call(name, { ...right[name], ...(isPlan && { dry_run: true }) })
      const told = result.freshness ?? result.error?.freshness ?? result.vault?.freshness
      if (told !== undefined) saying.push(name)
    }
    const expected = allTools.map(({ name }) => name).filter((name) => !silent.includes(name))
    const wanted =
      'what reads the index says freshness: its call in right-calls.ts must be one that does; silent, in this file, names the tools that never do'
    expect(saying, wanted).toEqual(expected.filter((name) => name !== 'remove_vault'))
  }))

test('a note that is not indexed yet is found by title, alias and file name, in the folder itself', () =>
  withHalfIndexed(known, unknown, async ({ call }) => {
    const idOf = async (identifier: string) => (await call('get_note', { identifier })).id
    expect(await idOf('kitchen PLAN')).toBe('plans/kitchen.md')
    expect(await idOf('Cooking')).toBe('plans/kitchen.md')
    expect(await idOf('roof')).toBe('plans/roof.md')
    expect(await idOf('Plans/Roof')).toBe('plans/roof.md')
    expect(await call('upsert_note', { identifier: 'Seeds', content: 'Leek' })).toMatchObject({
      id: 'seeds.md',
      created: false,
    })
  }))

test('a title that another note has, which is not indexed yet, is not taken for one note’s', () =>
  withHalfIndexed(known, unknown, async ({ call }) => {
    const { error } = await call('append_to_note', { identifier: 'Garden plan', content: 'More' })
    expect(error).toMatchObject({
      code: 'AMBIGUOUS_TITLE',
      candidates: [{ id: 'old/plan.md' }, { id: 'plans/garden.md' }],
    })
  }))

test('a section is extracted once every name is known: its link leads to no other note', () =>
  withHalfIndexed({ 'a.md': '# A\n\n## Part\nText.\n' }, unknown, async ({ call, read }) => {
    const args = { identifier: 'a.md', section_header: 'Part', new_title: 'Roof' }
    await call('extract_section', { ...args, destination_directory: 'plans/new' })
    expect(await read('a.md')).toContain('See [[plans/new/roof|Roof]]')
  }))

test('what is not known yet is not said not to exist, and no neighbour is made up', () =>
  withHalfIndexed(known, unknown, async ({ call }) => {
    const { error } = await call('get_note', { identifier: 'Garden plans' })
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'No note called "Garden plans" is known yet.',
      hint: expect.stringContaining('search_text'),
      freshness: { message: 'The vault is being indexed: notes that are not read yet may be missing.' },
    })
    expect(error.similar).toBeUndefined()
    for (const mode of ['keyword', 'regex']) {
      expect(await call('search_notes', { query: 'tiles', mode })).toMatchObject({
        total: 0,
        message: expect.stringMatching(/^No note that is indexed so far /),
      })
    }
    const deleted = await call('delete_note', { identifier: 'seeds.md', mode: 'trash', dry_run: true })
    expect(deleted).toMatchObject({ backlink_count: null })
    const several = await call('get_tags', { vault_id: ['main'] })
    expect(several).toMatchObject({ total: 0, vaults: [{ id: 'main', freshness: { state: 'scanning' } }] })
    expect((await call('list_vaults')).vaults).toMatchObject([
      { note_count: 1, freshness: { state: 'scanning' } },
    ])
  }))

test('dialects say it too', () =>
  withHalfIndexed(known, unknown, async (vaults) => {
    const state = 'scanning'
    expect(await speak('kiln', vaults)('semantic_search', { query: 'tiles' })).toMatchObject({
      results: [],
      freshness: { state },
    })
    const kiln = await speak('kiln', vaults)('delete_note', { path: 'seeds.md', confirm: true })
    expect(kiln).toMatchObject({ backlink_count: null, warning: expect.stringContaining('not known') })
    expect(await speak('notes-app', vaults)('search', { query: 'tiles' })).toMatchObject({
      vaults: [{ freshness: { state } }],
    })
    expect(await speak('flint-note', vaults)('get_note', { identifier: 'Garden plans' })).toMatchObject({
      error: 'not_found',
      freshness: { state },
    })
  }))

test.each(['own', ...dialectNames] as const)(
  'a note that is not indexed yet is there for every tool that takes one: %s',
  (speaker) =>
    withHalfIndexed(known, unknown, async (vaults) => {
      const naming = ['identifier', 'path', 'relative_path', 'note_path', 'note_id', 'note']
      const [tools, call] =
        speaker === 'own'
          ? ([allTools, vaults.call] as const)
          : ([await loadDialect(allTools, speaker), speak(speaker, vaults)] as const)
      const rightHere: typeof right = {
        ...right,
        move_note: { identifier: '', destination_directory: 'old' },
        extract_section: { ...right['extract_section'], destination_directory: 'old' },
      }
      const asked: string[] = []
      const denied: string[] = []
      for (const { name, input, annotations } of tools) {
        const key = naming.find((one) => one in input.shape)
        // What writes is planned only; where that cannot be, the next tool would find another vault.
        const isPlan = 'dry_run' in input.shape
        if (key === undefined || (!annotations.readOnlyHint && !isPlan)) continue
        vaults.unfill()
        for (const note of ['plans/roof.md', ...(key === 'identifier' ? ['Roof plan', 'Cooking'] : [])]) {
          const result = await call(name, {
            ...rightHere[name],
            [key]: note,
            ...(isPlan && { dry_run: true }),
          })
          asked.push(name)
          if (/not.?found|no note|does not exist/i.test(JSON.stringify(result.error ?? '')))
            denied.push(`${name} ${note}: ${JSON.stringify(result.error)}`)
        }
      }
      // The note is there; it has no such section.
      expect(denied.filter((text) => !/section_not_found/i.test(text))).toEqual([])
      expect(asked.length).toBeGreaterThan(1)
    }),
)
