import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { RegistryConfig } from '../model/registry-config.ts'
import { VaultError } from '../model/vault-error.ts'
import { hasCode, readText } from '../vault/read-text.ts'
import { parseRegistry, readRegistry, registryFileName, type Registry } from './read-registry.ts'
import { writeAtomically } from './write-atomically.ts'

/**
 * Changes the registry and nothing else in its file. Any number of processes may do so at once: each change is made to
 * what the one before it wrote. `change` may be called again, so it only computes. A damaged file is never written.
 */
export async function changeRegistry(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<Registry> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Fails on a damaged file before anything is locked, and finds the file behind a symbolic link.
  const { file } = await readRegistry(folder)
  const release = await lockFile(file)
  try {
    // The lock is advisory: an editor may save, and a process that was stopped may have lost it.
    for (let attempt = 0; attempt < 10; attempt++) {
      const changed = await changeOnce(folder, change)
      if (changed !== null) return changed
    }
  } finally {
    await release()
  }
  throw busy()
}

/** Null when the file was changed by someone else in between. */
async function changeOnce(
  folder: string,
  change: (config: RegistryConfig) => RegistryConfig,
): Promise<Registry | null> {
  const registry = await readRegistry(folder)
  const config = change(registry.config)
  if (isDeepStrictEqual(config, registry.config)) return registry
  // Needed only by those who write; reading starts faster without it.
  const { editYaml } = await import('./edit-yaml.ts')
  const text = editYaml(registry.text ?? header, { ...registry.config }, { ...config })
  const written = parseRegistry(text)
  if (!isDeepStrictEqual(written.config, config)) {
    throw new VaultError(
      'CONFLICT',
      `\`${registryFileName}\` is written in a way that cannot be changed safely.`,
      {
        hint: 'Make the change in an editor; `flint config path` prints where the file is.',
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

/**
 * Waits up to fifteen seconds. A holder that is silent for five is replaced; less would take a process on a busy machine
 * for a dead one, and two that write at once may lose a vault.
 */
async function lockFile(file: string): Promise<() => Promise<void>> {
  const { lock } = await import('proper-lockfile')
  try {
    const release = await lock(file, {
      lockfilePath: join(dirname(file), `${registryFileName}.lock`),
      realpath: false,
      stale: 5000,
      retries: { retries: 220, factor: 1.2, minTimeout: 5, maxTimeout: 80, randomize: true },
      // Found out by comparing the file before it is replaced.
      onCompromised: () => undefined,
    })
    return () => release().catch(() => undefined)
  } catch (error) {
    if (hasCode(error, 'ELOCKED')) throw busy(error)
    throw error
  }
}

function busy(cause?: unknown): VaultError {
  return new VaultError(
    'CONFLICT',
    `Another program keeps changing the registry \`${registryFileName}\`; nothing was changed.`,
    { hint: 'Try again in a few seconds.' },
    { cause },
  )
}
