/** What every tool of ours is called, known without loading one, by the groups that `--toolsets` chooses from. */
const toolsOf = {
  vaults: [
    'list_vaults',
    'create_vault',
    'switch_vault',
    'get_current_vault',
    'update_vault',
    'remove_vault',
    'get_vault_info',
  ],
  types: [
    'list_note_types',
    'get_note_type_info',
    'create_note_type',
    'update_note_type',
    'delete_note_type',
  ],
  notes: [
    'create_note',
    'get_note',
    'get_notes',
    'get_note_info',
    'list_notes',
    'update_note',
    'append_to_note',
    'upsert_note',
    'rename_note',
    'move_note',
    'delete_note',
    'bulk_delete_notes',
    'analyze_note',
    'open_daily_note',
  ],
  search: ['search_notes', 'search_notes_advanced', 'search_notes_sql', 'search_text', 'find_related_notes'],
  links: [
    'get_note_links',
    'get_links',
    'get_backlinks',
    'find_references',
    'find_broken_links',
    'search_by_links',
    'suggest_links',
    'check_vault_health',
  ],
  tags: ['get_tags', 'update_tags', 'rename_tag'],
  sections: ['replace_section', 'extract_section'],
  inbox: ['capture_to_inbox', 'get_inbox', 'clear_inbox_item'],
  tasks: ['get_todos', 'complete_todo', 'add_todo'],
  gitlab: ['create_issue', 'get_issues', 'close_issue', 'issue_to_note'],
  ingest: ['ingest'],
  admin: ['reindex_vault', 'list_changes', 'undo_change'],
} as const

/** Both in the order of the tool list. */
export const toolsets = Object.keys(toolsOf)
export const toolNames = Object.values(toolsOf).flat()

export type ToolName = (typeof toolNames)[number]

/** A group of tools, or `person`: the calls that only the page is served, and no agent is ever shown. */
export type Toolset = keyof typeof toolsOf | 'person'

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
