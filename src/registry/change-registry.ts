import { isDeepStrictEqual } from 'node:util'
import type { RegistryConfig } from './registry-schema.ts'
import { VaultError } from '../model/vault-error.ts'
import { readText } from '../files/read-text.ts'
import { changeLocked, writingConfig } from './change-config-file.ts'
import { parseRegistry, readRegistry, registryFileName } from './read-registry.ts'
import { writeAtomically } from './write-atomically.ts'

/**
 * Changes the registry and nothing else in its file. Processes may do so at the same time: each change is applied to
 * the result of the one before. `change` may be called more than once, so it must be pure. A damaged file is never
 * written.
 */
export async function changeRegistry(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<void> {
  await writingConfig(folder, registryFileName, async () => {
    // Fails on a damaged file before anything is locked, and finds the file behind a symbolic link.
    const { file } = await readRegistry(folder)
    await changeLocked(file, registryFileName, () => changeOnce(folder, change))
  })
}

/** False when somebody else changed the file in between. */
async function changeOnce(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<boolean> {
  const registry = await readRegistry(folder)
  const config = change(registry.config)
  if (isDeepStrictEqual(config, registry.config)) return true
  // Only writers need it; reading starts faster without it.
  const { editYaml } = await import('./edit-yaml.ts')
  const text = editYaml(registry.text ?? header, { ...registry.config }, { ...config })
  if (!isDeepStrictEqual(parseRegistry(text).config, config)) {
    throw new VaultError(
      'CONFLICT',
      `\`${registryFileName}\` is written in a way that cannot be changed safely.`,
      {
        hint: ['Make the change in an editor.', { kind: 'find-config', what: 'the file' }],
      },
    )
  }
  const isUnchanged = async (): Promise<boolean> => (await readText(registry.file)) === registry.text
  return await writeAtomically(registry.file, text, isUnchanged)
}

const header = `# The vaults that flint knows. You may edit this file; flint keeps your comments.
# Every setting is shown in config.example.yml of flint-note.
`
