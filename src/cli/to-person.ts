import type { Said } from '../model/advice.ts'
import { say } from '../call/advice.ts'
import type { Served } from '../call/served.ts'
import type { ToolName } from '../call/tool-names.ts'

const commands: Readonly<Partial<Record<ToolName, string>>> = {
  create_vault: 'flint create',
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
  takes: () => true,
}

/** A message for a person at a terminal. */
export function toPerson(said: Said): string {
  return say(said, servedAtTerminal)
}
