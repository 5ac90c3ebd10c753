import type { Command } from './command-list.ts'
import type { Cli } from './cli.ts'

const ownList =
  'This is the list of vaults of this machine. Servers that share vaults have another one, in PostgreSQL: list_vaults, create_vault and the like at one of them show and change it.'
const ownHistory =
  'This is what was changed at this machine’s terminal. What servers that share vaults have changed lies in PostgreSQL: list_changes and undo_change at one of them show it and take it back.'

const about: ReadonlyMap<string, string> = new Map<Command['name'], string>([
  ['list', ownList],
  ['create', ownList],
  ['init', ownList],
  ['switch', ownList],
  ['current', ownList],
  ['update', ownList],
  ['remove', ownList],
  ['history', ownHistory],
  ['undo', ownHistory],
])

/** Says of what a command is about that servers have it elsewhere, where this user's registry names some that share vaults. */
export async function tellOfCluster({ name }: Command, cli: Cli): Promise<void> {
  const said = about.get(name)
  if (said === undefined) return
  const { readClusterPlace } = await import('./cluster-place.ts')
  // What is wrong with the file is said by who needs it.
  const place = await readClusterPlace(cli).catch(() => null)
  if (place !== null && place.cluster.url !== null)
    cli.say(`${cli.terminal.paintMessage('yellow', 'note:')} ${said}`)
}
