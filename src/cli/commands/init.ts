import { basename } from 'node:path'
import { z } from 'zod'
import { slugVaultId } from '../../registry/slug-vault-id.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { createVault } from './create.ts'

const input = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  types: z.string().optional(),
})

/** `flint init`: the working directory becomes a vault, under its own name unless told otherwise. */
export async function init(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, name, description, types } = input.parse(given)
  const folderName = basename(cli.cwd) === '' ? 'notes' : basename(cli.cwd)
  return await createVault(cli, {
    id: id ?? (await freeId(folderName, cli)),
    name: name ?? folderName,
    path: cli.cwd,
    description,
    types,
    switchTo: false,
  })
}

async function freeId(folderName: string, cli: Cli): Promise<string> {
  const { hub } = await cli.app()
  const { config } = await hub.registry()
  return slugVaultId(folderName, new Set(Object.keys(config.vaults)))
}
