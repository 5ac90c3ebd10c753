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

export type Toolset = (typeof toolsets)[number]

/** The `core` preset, for clients that load every tool at once: each tool with its toolset. Only tools that exist. */
export const coreTools = {
  list_vaults: 'vaults',
  switch_vault: 'vaults',
  search_notes: 'search',
  get_note: 'notes',
  get_note_info: 'notes',
  list_notes: 'notes',
  get_note_links: 'links',
  get_tags: 'tags',
  create_note: 'notes',
  update_note: 'notes',
  append_to_note: 'notes',
  move_note: 'notes',
  delete_note: 'notes',
  replace_section: 'sections',
  capture_to_inbox: 'inbox',
  undo_change: 'admin',
} as const satisfies Readonly<Record<string, Toolset>>

export function isCoreTool(name: string): name is keyof typeof coreTools {
  return Object.hasOwn(coreTools, name)
}
