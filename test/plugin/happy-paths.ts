import { expect } from 'vitest'
import type { Json } from '../support/with-vault.ts'

/** What earlier calls answered, the newest first: a later call takes ids and hashes from them. */
export type Answers = readonly Json[]

/** One call of a subcommand: the tool, its arguments, and what must be in the answer. */
export interface Step {
  readonly tool: string
  readonly args: object | ((answers: Answers) => object)
  readonly gives: object
}

function step(tool: string, args: Step['args'], gives: object = {}): Step {
  return { tool, args, gives }
}

/** An answer with this note among its results. */
function found(id: string): object {
  return { results: expect.arrayContaining([expect.objectContaining({ id })]) }
}

const lamp = 'projects/desk-lamp.md'
const hashOfLast = ([last]: Answers) => last.content_hash

function openOrBegin(directory: string, known: string, id: string, fresh: string): readonly Step[] {
  return [
    step('search_notes', { query: known, directory, limit: 5 }, found(id)),
    step('get_note', ([hits]: Answers) => ({ identifier: hits.results[0].id }), { id }),
    step('search_notes', { query: fresh, directory, limit: 5 }, { results: [] }),
    step(
      'create_note',
      {
        title: fresh,
        directory,
        template: { people: 'person', projects: 'project', areas: 'area' }[directory],
      },
      { id: `${directory}/${fresh.toLowerCase()}.md` },
    ),
  ]
}

/**
 * Each subcommand of /zk as the skill tells it, where everything goes well. A test holds it against the skill: the tools
 * of a section are the tools here.
 */
export const happyPaths: Readonly<Record<string, readonly Step[]>> = {
  daily: [
    step('open_daily_note', {}, { id: 'daily/2026-06-20.md', created: true }),
    step('open_daily_note', { date: '2026-06-19' }, { created: false, title: '2026-06-19' }),
    step(
      'open_daily_note',
      { content: 'The cable came.', under: 'Log' },
      { id: 'daily/2026-06-20.md', created: false },
    ),
    step('append_to_note', {
      identifier: 'daily/2026-06-20.md',
      content: 'It fits.',
      section_header: 'Evening',
    }),
  ],
  capture: [step('capture_to_inbox', { text: 'Paint the shed' }, { inbox_item_count: 4 })],
  person: [
    ...openOrBegin('people', 'Ada Meyer', 'people/ada-meyer.md', 'Zoltan'),
    step('append_to_note', {
      identifier: 'people/ada-meyer.md',
      content: 'She likes the drawing.',
      dated: true,
    }),
    step('get_backlinks', { identifier: 'people/ada-meyer.md', include_unlinked: true }, { total: 2 }),
  ],
  review: [
    step(
      'get_inbox',
      {},
      { total_count: 3, items: [{ index: 0, text: 'Lamp needs a longer cable' }, {}, {}] },
    ),
    step('search_notes', { query: 'lamp longer cable', limit: 4 }, { results: [{}, {}, {}, {}] }),
    step('add_todo', { identifier: lamp, text: 'Get a longer cable' }, { task_text: 'Get a longer cable' }),
    step(
      'clear_inbox_item',
      { index: 0, text: 'Lamp needs a longer cable', confirm: true },
      { remaining_count: 2 },
    ),
    step('append_to_note', { identifier: 'people/ada-meyer.md', content: 'Ask about the offer.' }),
    step('update_tags', { identifier: 'people/ada-meyer.md', add_tags: ['offer'] }),
    step(
      'clear_inbox_item',
      { index: 0, text: 'Ask Ada about the offer', confirm: true },
      { remaining_count: 1 },
    ),
    step(
      'create_note',
      { title: 'Receipts', directory: 'ideas', content: 'Old receipt', tags: ['money'] },
      { id: 'ideas/receipts.md' },
    ),
    step('get_inbox', {}, { items: [{ index: 0, text: 'Old receipt' }] }),
    step(
      'clear_inbox_item',
      ([{ content_hash }]: Answers) => ({ indexes: [0], content_hash, confirm: true }),
      { remaining_count: 0 },
    ),
  ],
  find: [
    step('search_notes', { query: 'walnut', tags: ['home'], directory: 'projects', limit: 10 }, found(lamp)),
    step('get_note', { identifier: lamp }, { title: 'Desk lamp' }),
    step('search_text', { pattern: 'below 3000 K', fixed: true }, { total: 1 }),
  ],
  link: [
    step('search_notes', { query: 'bulbs warm light', limit: 5 }, found('resources/bulbs.md')),
    step('suggest_links', { identifier: 'learning/wood.md' }),
    step('find_related_notes', { identifier: lamp, limit: 5 }),
    step('append_to_note', { identifier: lamp, content: 'See [[Bulbs]].', under: 'Plan' }),
    step(
      'update_note',
      { identifier: lamp, edits: [{ old: 'the cable', new: 'the cable for [[Bulbs]]' }] },
      { id: lamp },
    ),
  ],
  project: openOrBegin('projects', 'Desk lamp', lamp, 'Greenhouse'),
  area: openOrBegin('areas', 'Workshop', 'areas/workshop.md', 'Finances'),
  idea: [
    step('create_note', { title: 'Folding shade', directory: 'ideas' }, { id: 'ideas/folding-shade.md' }),
    step('append_to_note', { identifier: 'ideas/folding-shade.md', content: 'Like a fan.' }),
    step('update_tags', { identifier: 'ideas/folding-shade.md', add_tags: ['lamp'] }),
  ],
  archive: [
    step('search_notes', { query: 'boat', limit: 5 }, found('projects/boat.md')),
    step(
      'delete_note',
      { identifier: 'projects/boat.md', mode: 'archive', dry_run: true, diff: false },
      { backlinks: [] },
    ),
    step('delete_note', {
      identifier: 'projects/boat.md',
      mode: 'archive',
      reason: 'Nobody builds it',
      confirm: true,
    }),
  ],
  weekly: [
    step('list_notes', { directory: 'daily', since: '7d', limit: 10 }, { total: 2 }),
    step('get_notes', ([list]: Answers) => ({ identifiers: list.notes.map(({ id }: Json) => id) }), {
      successful: 2,
    }),
    step('list_notes', { directory: 'projects', since: '7d', limit: 30 }, { notes: [{ id: lamp }] }),
    step('get_todos', { since: '30d' }, { total: 2 }),
    step('get_inbox', {}, { total_count: 3 }),
    step('get_todos', { due_before: '7d' }),
    step('check_vault_health', { stale_days: 30, limit: 5 }, { counts: { broken_links: 1, stale_notes: 2 } }),
    step(
      'create_note',
      { title: 'Week 25', directory: 'resources', content: 'Sawed.', tags: ['review'] },
      { id: 'resources/week-25.md' },
    ),
  ],
  prep: [
    step('search_notes', { query: 'Ada', directory: 'people', limit: 3 }, found('people/ada-meyer.md')),
    step('get_note', { identifier: 'people/ada-meyer.md' }),
    step(
      'get_backlinks',
      { identifier: 'people/ada-meyer.md', include_unlinked: true, limit: 30 },
      { total: 2 },
    ),
    step(
      'search_notes',
      { query: 'Ada', directory: 'daily', since: '30d', limit: 10 },
      found('daily/2026-06-18.md'),
    ),
    step('get_todos', { query: 'nobody asked for this' }, { total: 0 }),
    step('create_note', { title: 'Brief on Ada', directory: 'resources', content: 'Carpenter.' }),
  ],
  synthesize: [
    step('search_notes', { query: 'lamp', limit: 10 }),
    step('find_related_notes', ([hits]: Answers) => ({ identifier: hits.results[0].id, limit: 5 })),
    step('get_notes', ([, hits]: Answers) => ({ identifiers: hits.results.map(({ id }: Json) => id) })),
    step('create_note', {
      title: 'On lamps',
      directory: 'resources',
      content: 'Light.',
      tags: ['synthesis'],
    }),
  ],
  stale: [
    ...(['ideas', 'projects'] as const).map((directory) =>
      step('list_notes', { directory, until: '30d', fields: ['id', 'updated'] }, { total: 1 }),
    ),
    step('append_to_note', { identifier: 'ideas/lamp-shade.md', content: 'Of linen, rather.' }),
    step(
      'move_note',
      { identifier: 'ideas/lamp-shade.md', destination_directory: 'projects', create_folders: true },
      { new_id: 'projects/lamp-shade.md' },
    ),
  ],
  reindex: [step('reindex_vault', { confirm: true }, { notes_indexed: 12 })],
  tasks: [
    step('get_todos', { limit: 100 }, { total: 2 }),
    step('get_todos', { query: 'order cable' }, { total: 1 }),
    step('get_todos', { due_before: 'tomorrow' }, { total: 0 }),
    step('get_todos', { directories: ['.'] }, { total: 3 }),
    step(
      'complete_todo',
      ([{ todos }]: Answers) => {
        const task = todos.find(({ id }: Json) => id === lamp)
        return { identifier: task.id, line_number: task.line_number, task_text: task.task_text }
      },
      { status: 'completed', task_text: 'Order the cable' },
    ),
    step('append_to_note', { identifier: lamp, content: '- GitLab: [#7 Cable](https://gitlab.example/7)' }),
  ],
  rename: [
    step('search_notes', { query: 'Ada Meyer', limit: 5 }),
    step(
      'rename_note',
      {
        identifier: 'people/ada-meyer.md',
        new_title: 'Ada Lindt',
        rename_file: true,
        dry_run: true,
        diff: false,
      },
      { updated_reference_count: 2 },
    ),
    step(
      'rename_note',
      { identifier: 'people/ada-meyer.md', new_title: 'Ada Lindt', rename_file: true },
      { new_id: 'people/ada-lindt.md', updated_reference_count: 2 },
    ),
  ],
  refactor: [
    step('get_note', { identifier: lamp }, { id: lamp }),
    step('analyze_note', { identifier: lamp }),
    step('replace_section', ([, note]: Answers) => ({
      identifier: lamp,
      section_header: 'Plan',
      new_content: '- [ ] Order the cable\n- [ ] Sand it',
      content_hash: note.content_hash,
    })),
    step('append_to_note', { identifier: lamp, content: 'Two shades.', section_header: 'Shades' }),
    step('extract_section', {
      identifier: lamp,
      section_header: 'History of lamps',
      new_title: 'Lamps through time',
      destination_directory: 'learning',
    }),
    step('get_note', { identifier: lamp }),
    step('update_note', (answers) => ({
      identifier: lamp,
      content: `${answers[0].content}\nDone.\n`,
      mode: 'replace',
      content_hash: hashOfLast(answers),
    })),
    step('update_note', { identifier: lamp, edits: [{ old: 'Done.', new: 'All done.' }] }),
  ],
  health: [
    step('check_vault_health', { stale_days: 30, limit: 20 }, { counts: { broken_links: 1 } }),
    step(
      'find_broken_links',
      { limit: 50 },
      { broken_links: [{ source_note_id: lamp, target_title: 'Nobody Known' }] },
    ),
    step('create_note', { title: 'Nobody Known', directory: 'people' }),
    step('find_broken_links', { limit: 50 }, { broken_links: [] }),
    step('update_note', { identifier: lamp, edits: [{ old: '[[Nobody Known]]', new: 'somebody' }] }),
    step('suggest_links', { identifier: 'projects/boat.md' }),
    step('find_related_notes', { identifier: 'projects/boat.md' }),
    step('rename_note', { identifier: 'projects/boat.md', new_title: 'Rowing boat' }),
  ],
  ingest: [
    step('get_note', { identifier: 'resources/bulbs.md' }),
    step('append_to_note', { identifier: 'resources/bulbs.md', content: 'See [[Desk lamp]].' }),
    step(
      'move_note',
      { identifier: 'raw/catalogue.txt', destination_directory: 'archives', create_folders: true },
      { new_path: 'archives/catalogue.txt' },
    ),
  ],
}

const wood = 'learning/wood.md'
const ids = ({ notes }: Json) => notes.map(({ id }: Json) => id)

/** The sections of references/study.md. */
export const studyPaths: Readonly<Record<string, readonly Step[]>> = {
  'FAQ from a note': [
    step('get_note', { identifier: wood }, { title: 'Wood' }),
    step(
      'append_to_note',
      { identifier: wood, content: '**Is it hard?** Yes.', section_header: 'FAQ' },
      { id: wood },
    ),
  ],
  'Gaps in a topic': [
    step('search_notes', { query: 'walnut wood', limit: 15 }, found(wood)),
    step('get_notes', { identifiers: [wood] }, { successful: 1 }),
    step('find_related_notes', { identifier: wood, limit: 10 }),
    step('search_notes', { query: 'drying of wood', limit: 3 }),
    step('create_note', { title: 'Drying wood', directory: 'learning' }, { id: 'learning/drying-wood.md' }),
    step('add_todo', { identifier: wood, text: 'Read about drying' }),
  ],
  'Study questions': [
    step('get_note', { identifier: wood }),
    step('list_notes', { directory: 'learning', limit: 50 }, { total: 1 }),
    step('append_to_note', {
      identifier: wood,
      content: '1. Why walnut?',
      section_header: 'Study questions',
    }),
  ],
  'Common thread': [
    step('get_notes', { identifiers: [wood, lamp] }, { successful: 2 }),
    step('search_notes', { query: 'lamp', limit: 10 }, found(lamp)),
    step('get_note_links', { identifier: lamp }),
    step('get_tags', { limit: 50 }, { total: 1 }),
    step(
      'create_note',
      { title: 'Light and wood', directory: 'resources', content: 'Both.' },
      { id: 'resources/light-and-wood.md' },
    ),
  ],
  'A drafted daily note': [
    step('open_daily_note', {}, { created: true }),
    step('list_notes', { directory: 'daily', limit: 5 }, { total: 3 }),
    step('list_notes', { directory: 'projects', since: '7d', limit: 10 }, { notes: [{ id: lamp }] }),
    step('get_notes', ([list]: Answers) => ({ identifiers: ids(list) }), { successful: 1 }),
    step('get_todos', { since: '14d' }, { total: 2 }),
    step('get_inbox', {}, { total_count: 3 }),
    step('append_to_note', (answers: Answers) => ({
      identifier: answers.at(-1).id,
      content: 'Oil the wood.',
      under: 'Plan',
    })),
  ],
  'Action items into issues': [
    step('get_note', { identifier: 'people/ada-meyer.md' }),
    step('open_daily_note', {}),
    step('add_todo', { identifier: 'people/ada-meyer.md', text: 'Send the offer' }),
  ],
}

const log = 'devlog/cable.md'

/** The sections of the devlog skill that call something. */
export const devlogPaths: Readonly<Record<string, readonly Step[]>> = {
  Where: [step('list_vaults', {}, { vaults: [{ id: 'main' }] })],
  'A line at a time': [
    step(
      'upsert_note',
      {
        identifier: log,
        content: '[impl]    2026-06-20  the cable is 3 m long',
        metadata: { title: 'Cable', tags: ['devlog'] },
      },
      { created: true, id: log },
    ),
    step(
      'upsert_note',
      { identifier: log, content: '[verify]  2026-06-20  it reaches the socket' },
      { created: false },
    ),
  ],
  'Before the work': [
    step('search_notes', { query: 'flicker', directory: 'devlog', limit: 5 }, found('devlog/lamp.md')),
    step(
      'search_text',
      { pattern: String.raw`^\[problem\].*flicker`, path_filter: 'devlog/*.md' },
      { results: [{ line: 1 }] },
    ),
    step('get_note', { identifier: 'devlog/lamp.md', start_line: -20 }),
    step('search_notes', { query: 'cable', directory: 'adr', limit: 5 }, { results: [] }),
  ],
  'A decision': [
    step(
      'create_note',
      {
        path: 'adr/ADR-001-cable.md',
        title: 'Cable of 3 m',
        content: '## Context',
        metadata: { status: 'accepted' },
        tags: ['adr'],
      },
      { id: 'adr/ADR-001-cable.md' },
    ),
    step(
      'list_notes',
      { directory: 'adr', sort: 'path', limit: 500, fields: ['id'] },
      { notes: [{ id: 'adr/ADR-001-cable.md' }] },
    ),
    step('append_to_note', {
      identifier: 'adr/ADR-001-cable.md',
      content: 'Superseded by [[ADR-002-cable]].',
    }),
  ],
  Tasks: [
    step('add_todo', { identifier: 'devlog/lamp.md', text: 'Measure again' }, { line_number: 3 }),
    step('get_todos', { directories: ['devlog'] }, { total: 1 }),
    step('complete_todo', { identifier: 'devlog/lamp.md', line_number: 3, task_text: 'Measure again' }),
  ],
}
