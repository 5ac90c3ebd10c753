import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { callTool } from '../../src/call/call-tool.ts'
import { Consent } from '../../src/call/consent.ts'
import { allTools } from '../../src/tools/index.ts'
import { narrowVaults } from '../../src/call/narrow-vaults.ts'
import { complete, completionKinds } from '../../src/offers/resources/complete.ts'
import { listResources } from '../../src/offers/resources/list-resources.ts'
import { readResource } from '../../src/offers/resources/read-resource.ts'
import type { Answer, Question } from '../../src/call/question.ts'
import { hashFiles, hashOf } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { type Json, type Vaults, withVault, withVaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'
import { toyContext } from './toy-tools.ts'

const inside = lines(
  '---',
  'title: Plan',
  'status: open',
  'tags: [shared]',
  '---',
  '',
  'The common harvest plan. See [[Sowing]] and [[zz-elsewhere]]. #shared',
  '',
  '## Steps',
  '',
  '- [ ] Water the common beds',
)

/** Outside the scope each note, name, tag, task, property, type and canvas has a word that nothing inside has. */
const files = {
  'team/_description.md': '# Team\n\n## Purpose\nWork.\n\n## Agent Instructions\n- Be brief\n',
  'team/plan.md': inside,
  'team/sowing.md': '# Sowing\n\nIn the common spring. Back to [[Plan]].\n\nplan again\n',
  'team/late/old.md': '# Old\n\ncommon and [broken](nowhere.md), https://example.org/a\n',
  'secret/_description.md':
    '# Zanzibar type\n\n## Purpose\nZanzibar.\n\n## Agent Instructions\n- Zanzibar first\n',
  'secret/zanzibar.md': lines(
    '---',
    'title: Zanzibar harvest plan',
    'aliases: [Zanzibari]',
    'status: open',
    'zanzibar_field: zanzibar',
    'tags: [shared, zanzibar]',
    '---',
    '',
    'The common zanzibar word, https://zanzibar.example. Links [[Plan]] and [[nowhere zanzibar]]. #zanzibar',
    '',
    '- [ ] Zanzibar task',
  ),
  'secret/common.md': lines(
    '# Zanzibar common',
    '',
    'common zanzibar steps and sowing of the [[Plan]]',
    '',
    '- [ ] Zanzibar task',
  ),
  'secret/zanzibar.canvas': '{"nodes":[{"id":"1","type":"text","text":"zanzibar [[Sowing]]"}],"edges":[]}',
  'inbox.md': '# Inbox\n\n- 2026-01-01 10:00 zanzibar thought\n',
  'templates/other.md': 'zanzibar template\n',
  'archives/secret/gone.md': '# Zanzibar gone\n\ncommon\n',
  'teamwork/next.md': '# Next zanzibar\n\ncommon neighbour folder with a name that begins alike\n',
} as const

const outside = 'secret/common.md'
const planHash = hashOf(inside)

/** Calls of every tool: what a curious agent would try, and what is asked of it on an ordinary day. */
const calls: Readonly<Record<string, readonly object[]>> = {
  list_vaults: [{}],
  create_vault: [{ vault_id: 'new', name: 'New', path: '/nowhere/at-all' }],
  switch_vault: [{ vault_id: 'main' }],
  get_current_vault: [{}],
  update_vault: [{ vault_id: 'main', description: 'x' }],
  remove_vault: [{ vault_id: 'main' }],
  get_vault_info: [{}, { detailed: true }, { vault_id: '*' }],
  list_note_types: [{}],
  get_note_type_info: [{ type_name: 'team' }, { type_name: 'secret' }, { type_name: 'nope' }],
  create_note_type: [{ type_name: 'secret/more', description: 'x' }],
  update_note_type: [{ type_name: 'secret', description: 'x', content_hash: planHash }],
  delete_note_type: [{ type_name: 'secret', action: 'delete', confirm: true, dry_run: true }],
  create_note: [
    { title: 'New', directory: 'secret', dry_run: true },
    { title: 'Sowing time and common harvest', directory: 'team', dry_run: true },
    { title: 'New', directory: 'team', template: 'other', dry_run: true },
    { title: 'New', directory: 'team', template: 'templates/other.md', dry_run: true },
    { notes: [{ path: 'secret/common.md', title: 'T', content: 'x' }] },
  ],
  get_note: [
    { identifier: 'Plan' },
    { identifier: outside },
    { identifier: 'secret/../secret/common' },
    { identifier: 'secret/common' },
    { title: 'Nothing called so' },
    { identifier: 'secret/none.md' },
    { identifier: 'inbox.md' },
    { identifier: 'teamwork/next.md' },
    { identifier: 'archives/secret/gone.md' },
  ],
  get_notes: [{ identifiers: ['Plan', outside, 'secret/common', 'inbox'] }],
  get_note_info: [{ identifier: outside }, { identifiers: ['Plan', outside] }],
  list_notes: [
    {},
    { directory: 'secret' },
    { recent: 20 },
    { tags: ['shared'] },
    { vault_id: '*' },
    { type: 'secret' },
  ],
  update_note: [
    { identifier: outside, content: 'x', content_hash: planHash },
    { identifier: outside, content: 'x', mode: 'append' },
    { updates: [{ identifier: outside, content: 'x', mode: 'append' }] },
    { identifier: 'Plan', metadata: { title: 'Another' }, content_hash: planHash, dry_run: true },
  ],
  append_to_note: [{ identifier: outside, content: 'x' }],
  upsert_note: [
    { identifier: outside, content: 'x' },
    { identifier: 'secret/fresh.md', content: 'x' },
  ],
  rename_note: [
    { identifier: 'Plan', new_title: 'Scheme', dry_run: true },
    { identifier: outside, new_title: 'Mine' },
  ],
  move_note: [
    { identifier: 'Plan', destination_directory: 'team/late', dry_run: true },
    { identifier: 'Plan', destination_directory: 'team/late' },
    { identifier: outside, destination_directory: 'team' },
    { identifier: 'secret/', destination_directory: 'team' },
    { identifier: 'Sowing', destination_directory: 'secret' },
  ],
  delete_note: [
    { identifier: 'Plan', dry_run: true },
    { identifier: 'Plan', mode: 'permanent', confirm: true },
    { identifier: 'Sowing', mode: 'trash', confirm: true },
    { identifier: outside, confirm: true },
  ],
  bulk_delete_notes: [
    { pattern: 'secret/**', confirm: true },
    { tags: ['shared'], dry_run: true },
    { type: 'secret', dry_run: true },
  ],
  analyze_note: [{ identifier: 'Plan' }, { identifier: outside }],
  open_daily_note: [{ date: '2026-01-05' }],
  search_notes: [
    { query: 'common' },
    { query: 'common', explain: true },
    { query: 'common', mode: 'keyword', directory: 'secret' },
    { query: 'comm.n', mode: 'regex' },
    { query: 'common', use_regex: true },
    { query: 'harvest plan', mode: 'semantic' },
    { query: 'common', include_archived: true },
    { query: 'path:secret common' },
    { query: 'tag:shared' },
    { query: 'common', vault_id: '*' },
    { query: '', links_to: 'Plan' },
    { query: 'commo* harv*', explain: true },
    { query: 'common harvest spring beds plan steps water sowing', explain: true },
    { query: '"harvest plan" shared', explain: true },
  ],
  search_notes_advanced: [
    {},
    { type: 'secret' },
    { metadata_filters: [{ key: 'status', value: 'open' }] },
    { content_contains: 'common' },
  ],
  search_notes_sql: [
    { query: 'SELECT * FROM notes' },
    { query: 'SELECT * FROM main.notes' },
    { query: "SELECT * FROM notes_fts WHERE notes_fts MATCH 'common'" },
  ],
  search_text: [
    { pattern: 'common' },
    { pattern: 'common', path_filter: 'secret' },
    { pattern: 'common', path_filter: '**/*.canvas' },
    { pattern: '.', path_filter: 'secret/zan*', fixed: true },
  ],
  find_related_notes: [{ identifier: 'Plan' }, { identifier: outside }],
  get_note_links: [{ identifier: 'Plan' }, { identifier: outside }],
  get_links: [{ identifier: 'Plan' }, { identifier: outside }, { identifier: 'secret/zanzibar.md' }],
  get_backlinks: [
    { identifier: 'Plan' },
    { identifier: 'Sowing', include_unlinked: true },
    { identifier: outside },
  ],
  find_references: [{ title: 'Plan', include_text_mentions: true }, { title: 'Sowing' }],
  find_broken_links: [{}],
  search_by_links: [
    { has_links_to: ['Plan'] },
    { linked_from: ['Plan'] },
    { broken_links: true },
    { external_domains: ['zanzibar.example'.slice(9)] },
  ],
  suggest_links: [{ identifier: 'Plan' }, { identifier: 'Sowing' }],
  check_vault_health: [{}, { stale_days: 1 }],
  get_tags: [{}, { tag: 'shared' }, { filter: 'z' }],
  update_tags: [{ identifier: outside, add_tags: ['x'] }],
  rename_tag: [{ from: 'shared', to: 'ours', dry_run: true }],
  replace_section: [{ identifier: outside, section_header: 'x', new_content: 'y' }],
  extract_section: [
    { identifier: 'Plan', section_header: 'Steps', new_title: 'Steps', destination_directory: 'secret' },
    { identifier: 'Plan', section_header: 'Nope', new_title: 'Steps', destination_directory: 'team' },
  ],
  capture_to_inbox: [{ text: 'x' }],
  get_inbox: [{}],
  clear_inbox_item: [
    { index: 0, confirm: true },
    { all: true, confirm: true },
  ],
  get_todos: [{}, { directories: ['secret'] }, { vault_id: '*' }],
  complete_todo: [{ identifier: outside, line_number: 5, task_text: 'Some task' }],
  add_todo: [{ identifier: outside, text: 'x' }],
  create_issue: [{ title: 'Zan', note_path: 'secret/zanzibar.md' }, { title: 'Zan' }],
  get_issues: [{}],
  close_issue: [{ issue_number: 1, confirm: true }],
  issue_to_note: [{ issue_number: 1 }],
  ingest: [{ source: 'secret/zanzibar.md' }, { source: 'team/plan.md' }],
  reindex_vault: [{ confirm: true, scope: 'links' }],
  list_changes: [{}, { identifier: outside }, { identifier: 'Plan' }],
  undo_change: [{ change_id: '1' }, { change_id: '2', dry_run: true }],
}

interface Scoped extends Vaults {
  readonly questions: readonly Question[]
  readonly scoped: (tool: string, args: object) => Promise<Json>
}

/** The tools as a server limited to `team/` has them; `answer` is what its user says when asked. */
function withScope(use: (scoped: Scoped) => Promise<void>, answer?: (question: Question) => Answer) {
  return withVault(files, async (vaults) => {
    const questions: Question[] = []
    const session = { id: 'scoped', consent: new Consent() }
    const scoped = async (tool: string, args: object) => {
      const narrowed = narrowVaults(vaults.hub, {
        within: () => ({ folders: ['team'], by: ['server'] }),
        mayManage: false,
      })
      const context = {
        ...toyContext(),
        vaults: narrowed,
        session,
        ...(answer !== undefined && {
          whole: vaults.hub,
          ask: (question: Question) => {
            questions.push(question)
            return Promise.resolve(answer(question))
          },
        }),
      }
      return JSON.parse((await callTool(allTools, tool, args, context)).text)
    }
    // A history of the other folder, too.
    await vaults.call('append_to_note', { identifier: outside, content: 'zanzibar more' })
    await use({ ...vaults, questions, scoped })
  })
}

test('every tool is among these', () => {
  const wanted = 'calls, in this file, has some of every tool, in the order of src/tools/index.ts'
  expect(Object.keys(calls), wanted).toEqual(allTools.map(({ name }) => name))
})

test(
  'no tool shows a word of a note outside the scope, or changes one',
  () =>
    withScope(async ({ scoped, folder }) => {
      const ofOthers = async () => {
        const all = Object.entries(await hashFiles(`${folder}/main`))
        return all.filter(([path]) => !path.startsWith('team/'))
      }
      const before = await ofOthers()
      const leaks: string[] = []
      for (const [tool, tries] of Object.entries(calls)) {
        for (const args of tries) {
          const result = await scoped(tool, args)
          const text = JSON.stringify(result)
          const isLeak = /zanzibar|INTERNAL_ERROR|INVALID_ARGUMENT/i.test(text)
          if (isLeak) leaks.push(`${tool} ${JSON.stringify(args)}: ${text}`)
          expect(await ofOthers(), tool).toEqual(before)
        }
      }
      expect(leaks).toEqual([])
    }),
  120_000,
)

test('without a limit most of these calls show such a word', () =>
  withVault(files, async ({ call }) => {
    const telling: string[] = []
    for (const { name, annotations } of allTools) {
      if (!annotations.readOnlyHint) continue
      const results = await Promise.all((calls[name] ?? []).map((args) => call(name, args)))
      if (/zanzibar/i.test(JSON.stringify(results))) telling.push(name)
    }
    const silent = ['list_vaults', 'get_current_vault', 'get_vault_info', 'get_issues', 'list_changes']
    const reading = allTools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)
    const wanted =
      'calls has one that shows a word of the secret notes, or silent names the tool that shows no text'
    expect(telling, wanted).toEqual(reading.filter((name) => !silent.includes(name)))
  }))

test('inside the scope everything is there', () =>
  withScope(async ({ scoped, read }) => {
    expect(await scoped('get_note', { identifier: 'Plan' })).toMatchObject({
      id: 'team/plan.md',
      agent_instructions: expect.stringContaining('Be brief'),
    })
    const { notes } = await scoped('list_notes', {})
    expect(notes.map(({ id }: Json) => id).sort()).toEqual([
      'team/late/old.md',
      'team/plan.md',
      'team/sowing.md',
    ])
    const { results } = await scoped('search_notes', { query: 'common', mode: 'keyword' })
    expect(results).toHaveLength(3)
    expect((await scoped('get_backlinks', { identifier: 'Plan' })).backlinks).toHaveLength(1)
    expect((await scoped('search_text', { pattern: 'common' })).total).toBe(4)
    await scoped('append_to_note', { identifier: 'Plan', content: 'New line' })
    expect(await read('team/plan.md')).toContain('New line')
    const { changes } = await scoped('list_changes', {})
    expect(changes).toHaveLength(1)
    expect((await scoped('undo_change', { change_id: changes[0].change_id })).error).toBeUndefined()
    expect(await read('team/plan.md')).toBe(inside)
    expect(await scoped('create_note', { title: 'Fresh', directory: 'team' })).toMatchObject({
      id: 'team/Fresh.md'.toLowerCase(),
    })
    // Nobody else links to it: archived and thrown away notes stay with their folder.
    expect(await scoped('delete_note', { identifier: 'team/late/old.md', confirm: true })).toMatchObject({
      archive_path: 'archives/team/late/old.md',
    })
    expect((await scoped('get_note', { identifier: 'archives/team/late/old.md' })).error).toBeUndefined()
  }))

test('a text search that looks for a file outside says where it has looked', () =>
  withScope(async ({ scoped }) => {
    for (const path_filter of [outside, 'secret/nothing.md']) {
      const { message } = await scoped('search_text', { pattern: 'common', path_filter })
      expect(message).toBe(
        `No file here is at the path_filter "${path_filter}". A search looks into the folder team/ alone.`,
      )
    }
  }))

test('a change that touched anything outside cannot be undone from inside, and nothing is learnt of it', () =>
  withScope(async ({ scoped, call, write, read }) => {
    const { change_id: id } = await call('append_to_note', { identifier: outside, content: 'more' })
    await write(outside, 'somebody has written since\n')
    for (const dryRun of [true, false]) {
      const { error } = await scoped('undo_change', { change_id: id, dry_run: dryRun })
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', scope: ['team'] })
      expect(JSON.stringify(error)).not.toContain('secret')
    }
    expect(await read(outside)).toBe('somebody has written since\n')
  }))

test('what lies outside is refused in the same words, whether it is there or not', () =>
  withScope(async ({ scoped }) => {
    const there = await scoped('get_note', { identifier: outside })
    const not = await scoped('get_note', { identifier: 'secret/nothing.md' })
    expect(there.error).toMatchObject({ code: 'PERMISSION_DENIED', scope: ['team'] })
    expect(not).toEqual(there)
  }))

test('the index of the whole vault is not made again from inside', () =>
  withScope(async ({ scoped }) => {
    for (const scope of ['all', 'text', 'vectors', 'links']) {
      const { error } = await scoped('reindex_vault', { confirm: true, scope })
      expect(error, scope).toMatchObject({ code: 'PERMISSION_DENIED', scope: ['team'] })
    }
  }))

test('a change that would rewrite or break links of notes outside acts outside', () =>
  withScope(async ({ scoped, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const [tool, args] of [
      ['rename_note', { identifier: 'Plan', new_title: 'Scheme', rename_file: true }],
      ['delete_note', { identifier: 'Plan', mode: 'permanent', confirm: true }],
      ['delete_note', { identifier: 'Plan', mode: 'archive', confirm: true }],
    ] as const) {
      expect((await scoped(tool, args)).error, tool).toMatchObject({
        code: 'PERMISSION_DENIED',
        scope: ['team'],
      })
    }
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('a link by name to what lies outside is not written with its path, which would tell where that lies', () =>
  withScope(async ({ scoped, folder, write }) => {
    await write(
      'team/links.md',
      'By alias [[Zanzibari]], by name [[common]], by path [x](../secret/common.md)\n',
    )
    const before = await hashFiles(`${folder}/main`)
    for (const args of [
      { identifier: 'team/late/old.md', new_title: 'Zanzibari' },
      { identifier: 'team/late/old.md', new_title: 'Common', rename_file: true },
    ]) {
      expect((await scoped('rename_note', args)).error).toMatchObject({
        code: 'PERMISSION_DENIED',
        scope: ['team'],
      })
    }
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    await write('team/links.md', 'By path [x](../secret/common.md)\n')
    const moved = await scoped('move_note', {
      identifier: 'team/links.md',
      destination_directory: 'team/late',
    })
    expect(moved).toMatchObject({ new_path: 'team/late/links.md', own_links_updated: 1 })
  }))

test('an owner who can be asked lets a call out, once or from now on, reading and each tool by itself', async () => {
  await withScope(
    async ({ scoped, questions }) => {
      expect(await scoped('get_note', { identifier: outside })).toMatchObject({ id: outside })
      expect(await scoped('list_notes', { directory: 'secret' })).toMatchObject({ total: 2 })
      expect(questions).toHaveLength(2)
      expect(questions[0]?.text).toContain('It would read outside the folder team/')
      expect(questions[0]?.text).toContain(outside)
      expect((await scoped('search_notes_sql', { query: 'SELECT id FROM notes' })).error).toBeUndefined()
    },
    () => 'once',
  )
  await withScope(
    async ({ scoped, questions, read }) => {
      await scoped('get_note', { identifier: outside })
      await scoped('get_note', { identifier: 'secret/zanzibar.md' })
      expect(questions).toHaveLength(1)
      await scoped('append_to_note', { identifier: outside, content: 'Allowed' })
      expect(questions).toHaveLength(2)
      expect(questions[1]?.text).toContain('- change secret/common.md')
      expect(await read(outside)).toContain('Allowed')
      await scoped('rename_note', { identifier: 'Plan', new_title: 'Scheme', rename_file: true })
      expect(questions).toHaveLength(3)
      expect(await read(outside)).toContain('[[scheme]]')
      // One question for both reasons: it lies outside, and deleting asks.
      await scoped('delete_note', { identifier: 'secret/zanzibar.md' })
      expect(questions).toHaveLength(4)
    },
    () => 'always',
  )
})

test('"from now on" that was said inside the scope is not said for the outside', () =>
  withScope(
    async ({ scoped, questions }) => {
      await scoped('create_note', { path: 'team/one.md', title: 'One', content: 'x' })
      await scoped('create_note', { path: 'team/two.md', title: 'Two', content: 'x' })
      expect(await scoped('delete_note', { identifier: 'team/one.md' })).toMatchObject({ deleted: true })
      expect(await scoped('delete_note', { identifier: 'team/two.md' })).toMatchObject({ deleted: true })
      expect(questions).toHaveLength(1)
      await scoped('delete_note', { identifier: 'secret/zanzibar.md' })
      expect(questions).toHaveLength(2)
      expect(questions[1]?.text).toContain('outside the folder team/')
    },
    () => 'always',
  ))

test('an owner who says no keeps it inside', () =>
  withScope(
    async ({ scoped, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      expect((await scoped('get_note', { identifier: outside })).error).toMatchObject({
        code: 'PERMISSION_DENIED',
        answer: 'denied',
      })
      expect((await scoped('append_to_note', { identifier: outside, content: 'x' })).error.code).toBe(
        'PERMISSION_DENIED',
      )
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    },
    () => 'denied',
  ))

test('why a change outside cannot be planned is told once the owner lets it read there, and in one word before', async () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['append_to_note', { identifier: 'secret/none.md', content: 'x' }],
    ['append_to_note', { identifier: outside, content: 'x', under: 'Nope' }],
    ['replace_section', { identifier: outside, section_header: 'Nope', new_content: 'x' }],
    ['complete_todo', { identifier: outside, line_number: 1, task_text: 'Nope' }],
    ['update_note', { identifier: outside, content: 'x', content_hash: planHash }],
    ['create_note', { path: outside, title: 'T', content: 'x' }],
    ['clear_inbox_item', { index: 9, text: 'Nope', confirm: true }],
    ['delete_note', { identifier: 'secret/none.md', confirm: true }],
  ]
  await withScope(
    async ({ scoped, questions }) => {
      for (const [tool, args] of wrong) {
        const { error } = await scoped(tool, args)
        expect(error, tool).toMatchObject({ code: 'PERMISSION_DENIED', answer: 'denied' })
        expect(JSON.stringify(error), tool).not.toMatch(/zanzibar|secret|sha256|none/i)
      }
      expect(questions).toHaveLength(wrong.length)
    },
    () => 'denied',
  )
  await withScope(
    async ({ scoped, questions, read }) => {
      for (const [tool, args] of wrong)
        expect((await scoped(tool, args)).error.code, tool).not.toBe('PERMISSION_DENIED')
      // "From now on" was said of reading alone.
      expect(questions).toHaveLength(1)
      await scoped('append_to_note', { identifier: outside, content: 'Allowed' })
      expect(questions).toHaveLength(2)
      expect(await read(outside)).toContain('Allowed')
    },
    () => 'always',
  )
})

test('a link out of the scope is no way around it, and an empty scope shows nothing', async () => {
  const { symlink } = await import('node:fs/promises')
  await withScope(async ({ scoped, at }) => {
    await symlink(at('secret'), at('team/way-out'))
    await symlink(at('secret/zanzibar.md'), at('team/note.md'))
    for (const identifier of ['team/way-out/zanzibar.md', 'team/note.md'])
      expect(JSON.stringify(await scoped('get_note', { identifier })), identifier).not.toMatch(/zanzibar /i)
    expect(JSON.stringify(await scoped('search_text', { pattern: 'common' }))).not.toMatch(/zanzibar/i)
  })
  await withVaults({ main: files }, async ({ hub }) => {
    const vaults = narrowVaults(hub, { within: () => ({ folders: [], by: ['server'] }), mayManage: false })
    const call = async (tool: string, args: object) =>
      JSON.parse((await callTool(allTools, tool, args, { ...toyContext(), vaults })).text)
    expect(await call('list_notes', {})).toMatchObject({ notes: [], total: 0 })
    expect((await call('get_note', { identifier: 'team/plan.md' })).error.code).toBe('PERMISSION_DENIED')
    expect((await call('search_text', { pattern: 'common' })).total).toBe(0)
  })
})

test('notes outside neither take the places of those inside nor count', async () => {
  const outsiders = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`out/n${index}.md`, '# Skipper\nskipper skipper skipper\n']),
  )
  const long = `# Log\n${'word '.repeat(300)}skipper\n`
  await withVaults({ main: { ...outsiders, 'in/a.md': long, 'in/b.md': long } }, async ({ hub }) => {
    const vaults = narrowVaults(hub, {
      within: () => ({ folders: ['in'], by: ['server'] }),
      mayManage: false,
    })
    const search = async (args: object) =>
      JSON.parse((await callTool(allTools, 'search_notes', args, { ...toyContext(), vaults })).text)
    for (const mode of ['auto', 'keyword']) {
      for (const query of ['skipper', 'skipper word', 'skip*', 'skipper nothing', 'skipper -absent']) {
        const { results, total } = await search({ query, mode, include_archived: query === 'skip*' })
        expect(results.map(({ path }: Json) => path).sort(), `${mode} ${query}`).toEqual([
          'in/a.md',
          'in/b.md',
        ])
        expect(total, `${mode} ${query}`).toBe(2)
      }
    }
    expect(await search({ query: 'skipper skipper', limit: 1 })).toMatchObject({ total: 2, has_more: true })
  })
})

const lastYear = new Date('2025-05-05T10:00:00Z')

/** What a caller limited to `team/` is answered to every call, resource and completion, where these files lie outside. */
async function answersBeside(others: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const own = Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('team/')))
  const embedder = { kind: 'ready', embedder: wordEmbedder(), notice: null } as const
  await withVaults(
    { main: { ...own, ...others } },
    async ({ hub, folder, at }) => {
      const vaults = narrowVaults(hub, {
        within: () => ({ folders: ['team'], by: ['server'] }),
        mayManage: false,
      })
      const tell = (asked: string, answer: unknown) => {
        // A hash and a time are of the moment.
        const plain = (key: string, value: unknown) => (key === 'content_hash' ? null : value)
        const text = JSON.stringify(answer, plain)
          .replaceAll(folder, '')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        answers.set(asked, text)
      }
      // The order of what was changed last must not hang on how fast these files were written.
      for (const path of Object.keys(own)) await utimes(at(path), lastYear, lastYear)
      await callTool(allTools, 'list_notes', {}, { ...toyContext(), vaults })
      for (const [tool, tries] of Object.entries(calls)) {
        for (const args of tries) {
          const { text } = await callTool(allTools, tool, args, { ...toyContext(), vaults })
          tell(`${tool} ${JSON.stringify(args)}`, JSON.parse(text))
        }
      }
      const ctx = { vaults, now: () => new Date() }
      for (const name of ['vaults', 'current-vault', 'stats', 'types', 'recent']) {
        tell(name, JSON.parse((await readResource(`flint-note://${name}`, ctx)).text))
      }
      tell('resources', await listResources(ctx))
      for (const kind of completionKinds) tell(kind, await complete(kind, '', { vaults }))
    },
    { openEmbedder: () => Promise.resolve(embedder), isPaused: () => Promise.resolve(true) },
  )
  return answers
}

test('how much there is outside the scope shows in no answer', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `secret/kind-${index % 4}/note-${index}.md`,
      `---\nstatus: open\ntags: [shared, other]\n---\n# Note ${index}\n\ncommon harvest [[note-${index + 1}]] [[gone]]\n\n- [ ] A task\n`,
    ]),
  )
  const crowded = {
    ...many,
    'secret/kind-1/_description.md': '# Kind\n\n## Purpose\nx\n',
    'secret/bad.md': '---\nx: [\n---\n',
    'inbox.md': '- 2026-01-01 10:00 a\n- 2026-01-01 10:00 b\n',
  }
  const [few, lots] = [await answersBeside({ 'secret/one.md': '# One\n' }), await answersBeside(crowded)]
  expect(few.size).toBeGreaterThan(140)
  const telling = [...few].filter(([asked, answer]) => lots.get(asked) !== answer)
  expect(telling.map(([asked, answer]) => [asked, answer, lots.get(asked)])).toEqual([])
}, 120_000)
