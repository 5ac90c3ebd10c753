import { toolNames } from '../call/tool-names.ts'

const longNames = toolNames.filter((name) => name.includes('_'))

// Agents pass parameters where people give options.
const inWords: readonly (readonly [RegExp, string])[] = [
  [
    /Show the user what would happen; once they agree, call (\w+) again with confirm: true\./,
    'See what would happen with --dry-run, then run the command again with --yes.',
  ],
  [/\bcall (\w+) again with confirm: true\b/g, 'run the command again with --yes'],
  [/\bAsk the person to run `(flint [^`]+)`/g, 'Run $1'],
  [/\bask the person to run `(flint [^`]+)`/g, 'run $1'],
  [/\blist_vaults\b/g, 'flint list'],
  [/\bcreate_vault with vault_id, name and path\b/g, 'flint create ID NAME PATH'],
  [/\bcreate_vault\b/g, 'flint create'],
  [/\bremove_vault\b/g, 'flint remove'],
  [/\bswitch_vault\b/g, 'flint switch'],
  [/\bget_vault_info\b/g, 'flint status'],
  [/\bsearch_notes\b/g, 'flint search'],
  [/\breindex_vault with confirm: true\b/g, 'flint reindex'],
  [/\bvault_id "([^"]+)"/g, '--vault $1'],
  [/\bas vault_id\b/g, 'with --vault'],
  // What no command does, a person can still call.
  [new RegExp(`(?<!flint call |[\\w/.-])(?:${longNames.join('|')})(?![\\w/-])`, 'g'), 'flint call $&'],
  [/\bCall (flint \w+)/g, 'Run $1'],
  [/\bcall (flint \w+)/g, 'run $1'],
]

/** What is said to agents, as one says it to a person at a terminal. */
export function toPerson(text: string): string {
  return inWords.reduce((result, [pattern, words]) => result.replace(pattern, words), text)
}
