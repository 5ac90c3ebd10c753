import type { Cli } from './cli.ts'

/**
 * The vault that is active for a process started here, whatever anybody switches to, and a sentence that says so and why.
 * Null where the vault that was switched to last is the active one.
 */
export async function activeHere(cli: Cli) {
  const { hub } = await cli.app()
  const pinned = await hub.pinned()
  if (pinned === null) return null
  const isNamed = (cli.env['ZK_NOTEBOOK_DIR'] ?? '') !== ''
  const why = isNamed ? 'ZK_NOTEBOOK_DIR names it' : `this folder is part of it (${pinned.root})`
  return { id: pinned.id, sentence: `Here ${cli.terminal.paint('bold', pinned.id)} stays active: ${why}.` }
}
