import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { fromWorkingFolder } from '../../registry/config-folder.ts'
import { leaveVaultConfig } from '../../registry/leave-vault-config.ts'
import { slugVaultId } from '../../registry/slug-vault-id.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { configLeft, makeVault } from './create.ts'

/** `flint init`: makes the working directory a vault, under its own name unless told otherwise. */
export async function init({ id, name, description, types }: Given<'init'>, cli: Cli): Promise<Outcome> {
  fromWorkingFolder(cli.cwd, '.')
  const completed = await completeVault(cli)
  if (completed !== null) return completed
  const folderName = basename(cli.cwd) === '' ? 'notes' : basename(cli.cwd)
  const vault = { id: id ?? (await freeId(folderName, cli)), name: name ?? folderName, path: cli.cwd }
  return await makeVault(cli, { ...vault, description, types, switch: false }, true)
}

/** Null unless the working directory is a registered vault that only lacked its config. */
async function completeVault(cli: Cli): Promise<Outcome | null> {
  const { hub } = await cli.app()
  const here = await realpath(cli.cwd)
  const known = (await hub.known()).find(({ root, registered }) => registered && root === here)
  if (known === undefined || !(await leaveVaultConfig(known))) return null
  const { id, root: path } = known
  return {
    data: { vault: { id, path } },
    text: `This folder is the vault ${cli.terminal.paint('bold', id)} already. ${configLeft}`,
  }
}

async function freeId(folderName: string, cli: Cli): Promise<string> {
  const { hub } = await cli.app()
  const { config } = await hub.registry()
  return slugVaultId(folderName, new Set(Object.keys(config.vaults)))
}
