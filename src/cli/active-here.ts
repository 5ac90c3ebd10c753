import type { Cli } from './cli.ts'

/** The vault that is active for a process started here, whatever anybody switches to. */
export interface ActiveHere {
  readonly id: string
  /** Says in a sentence that it stays active, and why. */
  readonly sentence: string
}

/** Null where the vault that was switched to last is the active one. */
export async function activeHere(cli: Cli): Promise<ActiveHere | null> {
  const { hub } = await cli.app()
  const pinned = await hub.pinned()
  if (pinned === null) return null
  const isNamed = (cli.env['ZK_NOTEBOOK_DIR'] ?? '') !== ''
  const why = isNamed ? 'ZK_NOTEBOOK_DIR names it' : `this folder is part of it (${pinned.root})`
  return { id: pinned.id, sentence: `Here ${cli.terminal.paint('bold', pinned.id)} stays active: ${why}.` }
}
