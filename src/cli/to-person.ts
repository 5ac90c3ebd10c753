import type { Said } from '../model/advice.ts'
import { say } from '../call/say-advice.ts'
import type { Served } from '../call/served.ts'
import type { ToolName } from '../call/toolset.ts'

const commands: Readonly<Partial<Record<ToolName, string>>> = {
  add_todo: 'flint todo',
  append_to_note: 'flint append',
  create_vault: 'flint create',
  get_vault_info: 'flint status',
  list_vaults: 'flint list',
  reindex_vault: 'flint reindex',
  remove_vault: 'flint remove',
  search_notes: 'flint search',
  switch_vault: 'flint switch',
}

/** Where a sentence goes on to name parameters, it means the tool itself. */
const commandsAlone: Readonly<Partial<Record<ToolName, string>>> = {
  create_note: 'flint new',
  get_backlinks: 'flint backlinks',
  get_note: 'flint show',
  get_tags: 'flint tags',
  get_todos: 'flint todos',
  list_changes: 'flint history',
  list_notes: 'flint notes',
  rename_note: 'flint rename',
  search_text: 'flint grep',
  update_note: 'flint edit',
}

/** What a person at a terminal can use: tools without a command can still be called. */
export const servedAtTerminal: Served = {
  caller: 'person',
  has: () => true,
  tool: (name, ...parameters) =>
    commands[name] ?? (parameters.length === 0 ? commandsAlone[name] : undefined) ?? `flint call ${name}`,
  vaultParameter: 'vault_id',
  takes: () => true,
}

/** A message for a person at a terminal. */
export function toPerson(said: Said): string {
  return say(said, servedAtTerminal)
}
