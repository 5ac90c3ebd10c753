import { join } from 'node:path'
import { registryFileName } from '../../registry/read-registry.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

/** `flint config path`: works even if the file is damaged or missing. */
export async function configPath(_given: unknown, cli: Cli): Promise<Outcome> {
  const { hub } = await cli.app()
  const path = join(hub.configFolder, registryFileName)
  return { data: { path }, text: path }
}
