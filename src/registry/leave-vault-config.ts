import { vaultConfigPath } from '../model/vault-config-path.ts'
import { VaultFiles } from '../files/vault-files.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { folderOf, isInside } from '../model/note-path.ts'
import { renderVaultConfig } from '../settings/render-vault-config.ts'

/** Gives a vault without a config one that names it. False where it already has one, which stays as it is. */
export async function leaveVaultConfig(vault: KnownVault): Promise<boolean> {
  const folder = folderOf(vaultConfigPath)
  const files = new VaultFiles(vault.root, undefined, (path) => path === folder || isInside(path, folder))
  if (await files.exists(vaultConfigPath)) return false
  await files.create(vaultConfigPath, renderVaultConfig(vault))
  await files.syncFolders([folder])
  return true
}
