import { dirname, join } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { hasCode } from '../files/read-text.ts'

/**
 * Takes the lock of a file of the config folder (`name`, whose real path is `file`), for every flint process. Waits up to fifteen seconds. A holder that is
 * silent for five is replaced; less would take a process on a busy machine for a dead one, and two that write at once
 * may lose a change.
 */
export async function lockConfigFile(file: string, name: string): Promise<() => Promise<void>> {
  const { lock } = await import('proper-lockfile')
  try {
    const release = await lock(file, {
      lockfilePath: join(dirname(file), `${name}.lock`),
      realpath: false,
      stale: 5000,
      retries: { retries: 220, factor: 1.2, minTimeout: 5, maxTimeout: 80, randomize: true },
      // Found out by comparing the file before it is replaced.
      onCompromised: () => undefined,
    })
    return () => release().catch(() => undefined)
  } catch (error) {
    if (hasCode(error, 'ELOCKED')) throw busy(name, error)
    throw error
  }
}

export function busy(name: string, cause?: unknown): VaultError {
  return new VaultError(
    'CONFLICT',
    `Another program keeps changing \`${name}\`; nothing was changed.`,
    { hint: 'Try again in a few seconds.' },
    { cause },
  )
}
