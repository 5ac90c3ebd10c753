import type { CommandFace } from './command-face.ts'
import type { Cli } from './cli.ts'

const words = {
  list: 'This is the list of vaults of this machine. Servers that share vaults have another one, in PostgreSQL: list_vaults, create_vault and the like at one of them show and change it.',
  history:
    'This is what was changed at this machine’s terminal. What servers that share vaults have changed lies in PostgreSQL: list_changes and undo_change at one of them show it and take it back.',
} as const

/** Says of what a command is about that servers have it elsewhere, where this user's registry names some that share vaults. */
export async function tellOfCluster(
  about: NonNullable<CommandFace['besideCluster']>,
  cli: Cli,
): Promise<void> {
  const { readClusterPlace } = await import('./cluster-place.ts')
  // What is wrong with the file is said by who needs it.
  const place = await readClusterPlace(cli).catch(() => null)
  if (place !== null && place.cluster.url !== null)
    cli.say(`${cli.terminal.paintMessage('yellow', 'note:')} ${words[about]}`)
}
