import { isDeepStrictEqual } from 'node:util'
import type { RegistryConfig } from '../model/registry-config.ts'
import { VaultError } from '../model/vault-error.ts'
import { readText } from '../files/read-text.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { busy, lockConfigFile } from './lock-config-file.ts'
import { parseRegistry, readRegistry, registryFileName, type Registry } from './read-registry.ts'
import { writeAtomically } from './write-atomically.ts'
import { writingConfig } from './writing-config.ts'

/**
 * Changes the registry and nothing else in its file. Processes may do so at the same time: each change is applied to
 * the result of the one before. `change` may be called more than once, so it must be pure. A damaged file is never
 * written.
 */
export async function changeRegistry(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<Registry> {
  return await writingConfig(registryFileName, () => changeLocked(folder, change))
}

async function changeLocked(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<Registry> {
  makePrivateFolder(folder)
  // Fails on a damaged file before anything is locked, and finds the file behind a symbolic link.
  const { file } = await readRegistry(folder)
  const release = await lockConfigFile(file, registryFileName)
  try {
    // The lock is advisory: an editor may save, and a stopped process may have lost it.
    for (let attempt = 0; attempt < 10; attempt++) {
      const changed = await changeOnce(folder, change)
      if (changed !== null) return changed
    }
  } finally {
    await release()
  }
  throw busy(registryFileName)
}

/** Null when somebody else changed the file in between. */
async function changeOnce(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<Registry | null> {
  const registry = await readRegistry(folder)
  const config = change(registry.config)
  if (isDeepStrictEqual(config, registry.config)) return registry
  // Only writers need it; reading starts faster without it.
  const { editYaml } = await import('./edit-yaml.ts')
  const text = editYaml(registry.text ?? header, { ...registry.config }, { ...config })
  const written = parseRegistry(text)
  if (!isDeepStrictEqual(written.config, config)) {
    throw new VaultError(
      'CONFLICT',
      `\`${registryFileName}\` is written in a way that cannot be changed safely.`,
      {
        hint: ['Make the change in an editor.', { kind: 'find-config', what: 'the file' }],
      },
    )
  }
  const isUnchanged = async (): Promise<boolean> => (await readText(registry.file)) === registry.text
  const isWritten = await writeAtomically(registry.file, text, isUnchanged)
  return isWritten ? { file: registry.file, text, ...written } : null
}

const header = `# The vaults that flint knows. You may edit this file; flint keeps your comments.
# Every setting is shown in config.example.yml of flint-note.
`
