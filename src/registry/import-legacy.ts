import { join } from 'node:path'
import { readText } from '../files/read-text.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { configFolder, type Environment, homeFolder } from './config-folder.ts'
import { isRegistryText } from './is-registry-text.ts'
import { registryFileName } from './read-registry.ts'
import { writeAtomically } from './write-atomically.ts'

/**
 * Copies the registry of an earlier flint-note to its present place if there is none yet; the old file stays as it is.
 * Returns the copied file or null. Does nothing when `FLINT_CONFIG_DIR` is set: that folder is meant to be separate
 * from the user's own vaults.
 */
export async function importLegacy(env: Environment): Promise<string | null> {
  if (env['FLINT_CONFIG_DIR'] !== undefined && env['FLINT_CONFIG_DIR'] !== '') return null
  const folder = configFolder(env)
  const target = join(folder, registryFileName)
  const isAbsent = async (): Promise<boolean> => (await readText(target)) === null
  if (!(await isAbsent())) return null
  for (const file of legacyFiles(env)) {
    const text = file === target ? null : await readText(file).catch(() => null)
    if (text === null || !isRegistryText(text)) continue
    makePrivateFolder(folder)
    return (await writeAtomically(target, text, isAbsent)) ? file : null
  }
  return null
}

function legacyFiles(env: Environment): readonly string[] {
  const home = homeFolder(env)
  const roaming = env['APPDATA']
  return [
    join(home, '.config', 'flint-note', registryFileName),
    ...(roaming === undefined ? [] : [join(roaming, 'flint-note', registryFileName)]),
    join(home, 'Library', 'Application Support', 'flint-note', registryFileName),
    // In the home folder it may also be a vault's own config.
    join(home, '.flint-note', registryFileName),
  ]
}
