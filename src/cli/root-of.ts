import { join } from 'node:path'
import type { Cli } from './cli.ts'

/** The absolute path of a note or another file of a vault. */
export async function fileOf(cli: Cli, vault: string, path: string): Promise<string> {
  return join(await rootOf(cli, vault), path)
}

/** The folder of a vault that a call was about. */
export async function rootOf(cli: Cli, vault: string): Promise<string> {
  const { hub } = await cli.app()
  const { id } = await hub.find(vault)
  return (await hub.open(id)).root
}
