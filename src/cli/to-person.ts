import type { Said } from '../model/advice.ts'
import { say } from '../call/advice.ts'
import type { Served } from '../call/served.ts'
import type { ToolName } from '../call/tool-names.ts'

const commands: Readonly<Partial<Record<ToolName, string>>> = {
  append_to_note: 'flint append',
  create_note: 'flint new',
  create_vault: 'flint create',
  get_backlinks: 'flint backlinks',
  get_inbox: 'flint inbox',
  get_note: 'flint show',
  get_tags: 'flint tags',
  get_todos: 'flint todos',
  list_changes: 'flint history',
  list_notes: 'flint notes',
  rename_note: 'flint rename',
  search_text: 'flint grep',
  undo_change: 'flint undo',
  update_note: 'flint edit',
  get_vault_info: 'flint status',
  list_vaults: 'flint list',
  reindex_vault: 'flint reindex',
  remove_vault: 'flint remove',
  search_notes: 'flint search',
  switch_vault: 'flint switch',
}

/** What a person at a terminal can use: tools without a command can still be called. */
export const servedAtTerminal: Served = {
  caller: 'person',
  has: () => true,
  tool: (name) => commands[name] ?? `flint call ${name}`,
  // The names of a tool's parameters are no options of a command.
  takes: (parameter) => parameter === 'vault_id',
}

/** A message for a person at a terminal. */
export function toPerson(said: Said): string {
  return say(said, servedAtTerminal)
}
