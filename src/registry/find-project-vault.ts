import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readText } from '../files/read-text.ts'
import { vaultConfigPath } from '../files/vault-config-path.ts'
import { isRegistryText } from './is-registry-text.ts'

/**
 * The real path of the nearest folder, from `cwd` upwards, that carries a vault's config, or null. The registry that
 * earlier versions kept in the home folder makes no vault of it.
 */
export async function findProjectVault(cwd: string): Promise<string | null> {
  for (let folder = await realpath(cwd); ; folder = dirname(folder)) {
    // A folder that may not be read is passed by, as git does.
    const text = await readText(join(folder, vaultConfigPath)).catch(() => null)
    if (text !== null && !isRegistryText(text)) return folder
    if (dirname(folder) === folder) return null
  }
}
