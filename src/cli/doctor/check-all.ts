import type { KnownVault } from '../../model/known-vault.ts'
import { configFolder, dataFolder } from '../../registry/config-folder.ts'
import type { VaultHub } from '../../registry/vault-hub.ts'
import type { Cli } from '../cli.ts'
import { checkEmbedding } from './check-embedding.ts'
import { checkFolder } from './check-folder.ts'
import { checkNode } from './check-node.ts'
import { checkNotes } from './check-notes.ts'
import { checkRegistry } from './check-registry.ts'
import { checkSqlite } from './check-sqlite.ts'
import { checkVault } from './check-vault.ts'
import { checkWatches } from './check-watches.ts'
import { type Finding, problem, reasonOf } from './finding.ts'

/** Looks at everything that has to be right. What is found wrong does not keep the rest from being looked at. */
export async function checkAll(cli: Cli): Promise<readonly Finding[]> {
  const { env } = cli
  const app = await cli.app()
  const { hub } = app
  const sqlite = await checkSqlite()
  const machine = [
    checkNode(process.version),
    sqlite,
    await checkFolder('config folder', configFolder(env), 'FLINT_CONFIG_DIR'),
    await checkFolder('data folder', dataFolder(env), 'FLINT_DATA_DIR'),
    ...(await checkRegistry(hub)),
    ...(await checkEmbedding(app)),
  ]
  const vaults = await vaultsToCheck(hub, cli.vault)
  const findings = [...machine, ...(await checkWatches(vaults))]
  // Without it no vault opens, and each would only say so.
  if (sqlite.state === 'problem') return findings
  for (const vault of vaults) {
    const found = await checkVault(vault, hub)
    findings.push(...found)
    if (found.every(({ state }) => state !== 'problem')) findings.push(await notesOf(vault.id, cli))
  }
  return findings
}

async function notesOf(id: string, cli: Cli): Promise<Finding> {
  try {
    return await checkNotes(id, cli)
  } catch (error) {
    return { ...problem('notes', reasonOf(error), `flint reindex --vault ${id}`), vault: id }
  }
}

/** The vault of `--vault`, else all. Of a registry that cannot be read, none. */
async function vaultsToCheck(hub: VaultHub, vault: string | null): Promise<readonly KnownVault[]> {
  try {
    if (vault === null) return await hub.known()
    const current = await hub.current()
    return current === null ? [] : [current]
  } catch {
    return []
  }
}
