import { pauseEmbedding } from '../../registry/choose-model.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

/** `flint models pause`: sets it in the registry, for every process of this user. */
export async function modelsPause(_given: unknown, cli: Cli): Promise<Outcome> {
  return await write(cli, true, 'No new vectors are made until flint models resume.')
}

export async function modelsResume(_given: unknown, cli: Cli): Promise<Outcome> {
  return await write(cli, false, 'Vectors are made in the background again.')
}

async function write(cli: Cli, paused: boolean, text: string): Promise<Outcome> {
  const { hub } = await cli.app()
  await pauseEmbedding(hub.configFolder, paused)
  return { data: { paused }, text }
}
