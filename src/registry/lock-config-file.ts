import { dirname, join } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { lockFile } from '../own-files/lock-file.ts'

/**
 * Takes the lock of a file of the config folder (`name`, whose real path is `file`) across flint processes. Waits up to
 * fifteen seconds.
 */
export async function lockConfigFile(file: string, name: string): Promise<() => Promise<void>> {
  const release = await lockFile(join(dirname(file), `${name}.lock`), { waitMs: 15_000 })
  if (release === null) throw busy(name)
  return release
}

export function busy(name: string): VaultError {
  return new VaultError('CONFLICT', `Another program keeps changing \`${name}\`; nothing was changed.`, {
    hint: 'Try again in a few seconds.',
  })
}
