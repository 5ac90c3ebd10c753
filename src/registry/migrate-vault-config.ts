import { join } from 'node:path'
import { readText } from '../files/read-text.ts'
import { parseVaultConfig } from '../settings/read-vault-config.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'
import { vaultFolders } from '../vault/vault-folders.ts'
import { writeBackup } from '../vault/write-backup.ts'
import { editYaml } from './edit-yaml.ts'
import { oldConfigKeys } from './old-workspace.ts'
import { pathsIn, readMapping, withoutPaths } from './read-mapping.ts'
import { writeAtomically } from './write-atomically.ts'

/**
 * Removes obsolete keys of an earlier flint-note from a vault's config, after putting a copy with the vault's backups.
 * Returns the removed keys.
 */
export async function migrateVaultConfig(
  root: string,
  dataFolder: string,
  now: Date,
): Promise<readonly string[]> {
  const file = join(root, vaultConfigPath)
  const text = await readText(file).catch(() => null)
  const old = text === null ? null : readMapping(text)
  if (text === null || old === null) return []
  const keys = pathsIn(old, oldConfigKeys)
  if (keys.length === 0) return []
  const renewed = editYaml(text, old, withoutPaths(old, keys))
  const { config } = parseVaultConfig(renewed)
  const { backups } = vaultFolders(dataFolder, join(root, config.workspace_root), config)
  await writeBackup(backups, vaultConfigPath, text, now)
  const isUnchanged = async () => (await readText(file)) === text
  return (await writeAtomically(file, renewed, isUnchanged)) ? keys : []
}
