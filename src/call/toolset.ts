/** The groups that `--toolsets` chooses from, in the order of the tool list. */
export const toolsets = [
  'vaults',
  'types',
  'notes',
  'search',
  'links',
  'tags',
  'sections',
  'inbox',
  'tasks',
  'gitlab',
  'ingest',
  'admin',
] as const

/** One of them, or `person`: the calls that only the page is served, and no agent is ever shown. */
export type Toolset = (typeof toolsets)[number] | 'person'

/** The `core` preset, for clients that load every tool at once: each tool with its toolset. Only tools that exist. */
export const coreTools = {
  list_vaults: 'vaults',
  search_notes: 'search',
  get_note: 'notes',
  list_notes: 'notes',
  get_backlinks: 'links',
  find_broken_links: 'links',
  create_note: 'notes',
  update_note: 'notes',
  append_to_note: 'notes',
  open_daily_note: 'notes',
  replace_section: 'sections',
  rename_note: 'notes',
  move_note: 'notes',
  delete_note: 'notes',
  complete_todo: 'tasks',
  list_changes: 'admin',
  undo_change: 'admin',
  capture_to_inbox: 'inbox',
} as const satisfies Readonly<Record<string, Toolset>>

export function isCoreTool(name: string): name is keyof typeof coreTools {
  return Object.hasOwn(coreTools, name)
}
