import { constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, readText } from '../vault/read-text.ts'
import { configFolder, type Environment, homeFolder } from './config-folder.ts'
import { isRegistryText } from './is-registry-text.ts'
import { registryFileName } from './read-registry.ts'

/**
 * Copies the registry of an earlier flint-note to where this one keeps it, when there is none yet; the old file stays
 * as it is. Returns the file that was copied, or null. A config folder chosen by `FLINT_CONFIG_DIR` is left alone: it
 * is chosen to be apart from the user's own vaults.
 */
export async function importLegacy(env: Environment): Promise<string | null> {
  if (env['FLINT_CONFIG_DIR'] !== undefined && env['FLINT_CONFIG_DIR'] !== '') return null
  const folder = configFolder(env)
  const target = join(folder, registryFileName)
  if ((await readText(target)) !== null) return null
  for (const file of legacyFiles(env)) {
    if (file === target || !(await isRegistryFile(file))) continue
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await copyFile(file, target, constants.COPYFILE_EXCL)
      return file
    } catch (error) {
      // Another process did the same a moment ago.
      if (hasCode(error, 'EEXIST')) return null
      throw error
    }
  }
  return null
}

function legacyFiles(env: Environment): readonly string[] {
  const home = homeFolder(env)
  const roaming = env['APPDATA']
  return [
    join(home, '.config', 'flint-note', registryFileName),
    ...(roaming === undefined ? [] : [join(roaming, 'flint-note', registryFileName)]),
    // In the home folder it may as well be a vault's own config.
    join(home, '.flint-note', registryFileName),
  ]
}

async function isRegistryFile(file: string): Promise<boolean> {
  const text = await readText(file).catch(() => null)
  return text !== null && isRegistryText(text)
}
