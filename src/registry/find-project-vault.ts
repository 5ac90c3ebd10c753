import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { vaultConfigPath } from '../model/vault-config-path.ts'
import { findVaultConfig } from '../settings/read-vault-config.ts'
import { isRegistryText } from './is-registry-text.ts'

/**
 * The real path of the nearest folder, from `cwd` upwards, that is one of these roots or has a vault config, or null.
 */
export async function findProjectVault(cwd: string, roots: ReadonlySet<string>): Promise<string | null> {
  // It may have been deleted.
  const here = await realpath(cwd).catch(() => null)
  if (here === null) return null
  for (let folder = here; ; folder = dirname(folder)) {
    if (roots.has(folder) || (await carriesConfig(folder))) return folder
    if (dirname(folder) === folder) return null
  }
}

/**
 * Whether a folder has a vault config. The registry that earlier versions kept in the home folder does not count. A
 * folder that may not be read has none; a config that exists but cannot be read counts.
 */
export async function carriesConfig(folder: string): Promise<boolean> {
  const found = await findVaultConfig({ root: folder, registered: true })
  if ('text' in found) return found.text !== null && !isRegistryText(found.text)
  return lstat(join(folder, vaultConfigPath)).then(
    () => true,
    () => false,
  )
}
