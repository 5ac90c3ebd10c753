import type { ErrorContent } from './cli-error.ts'
import type { Paint } from './terminal.ts'

// Agents pass parameters where people give options.
const inWords: readonly (readonly [RegExp, string])[] = [
  [
    /Show the user what would happen; once they agree, call (\w+) again with confirm: true\./,
    'See what would happen with --dry-run, then run the command again with --yes.',
  ],
  [/\bcall (\w+) again with confirm: true\b/g, 'run the command again with --yes'],
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
  [/\bCall (flint \w+)/g, 'Run $1'],
  [/\bcall (flint \w+)/g, 'run $1'],
  [/\b(?:get|list|find|create|update|undo)_[a-z_]+\b/g, 'flint call $&'],
]

/** An error for people: what happened, what helps, and the code to look it up by. */
export function describeError({ error }: ErrorContent, paint: Paint): string {
  const { code, message, hint, known_vaults: known } = error
  return [
    `${paint('red', 'error:')} ${message} ${paint('dim', `(${code})`)}`,
    ...(Array.isArray(known) && known.length > 0 ? [`Known vaults: ${known.join(', ')}`] : []),
    ...(hint === undefined ? [] : [toPerson(hint)]),
  ].join('\n')
}

function toPerson(text: string): string {
  return inWords.reduce((result, [pattern, words]) => result.replace(pattern, words), text)
}
