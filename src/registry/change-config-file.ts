import { dirname, join } from 'node:path'
import { hasCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'
import { lockFile } from '../own-files/lock-file.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'

const anotherFolder = 'or name another folder in FLINT_CONFIG_DIR.'

/** Runs work that writes a file of the config folder, which is made where it is missing. Errors of the system come with advice. */
export async function writingConfig<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    makePrivateFolder(folder)
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT'))
      throw new VaultError(
        'CONFLICT',
        `There is no space left to write \`${name}\`; nothing was changed.`,
        { hint: `Make room on its disk, ${anotherFolder}` },
        { cause: error },
      )
    if (hasCode(error, 'EROFS'))
      throw new VaultError(
        'PERMISSION_DENIED',
        `The drive of \`${name}\` is mounted read-only; nothing was changed.`,
        { hint: `Mount it for writing, ${anotherFolder}` },
        { cause: error },
      )
    if (hasCode(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EEXIST'))
      throw new VaultError(
        'PERMISSION_DENIED',
        `${isFile(error) ? '' : 'The folder of '}\`${name}\` cannot be written (${error.code}); nothing was changed.`,
        {
          hint: [`Mend its permissions, ${anotherFolder}`, { kind: 'find-config', what: 'it' }],
        },
        { cause: error },
      )
    throw error
  }
}

/** Whether it is the file that may not be written: a new one is made beside it. */
function isFile(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'access'
}

/**
 * Changes a file of the config folder (`name`, whose real path is `file`) under its lock across flint processes, for which it
 * waits up to fifteen seconds. `change` is called again where it says that somebody else has written in between.
 */
export async function changeLocked(
  file: string,
  name: string,
  change: () => Promise<boolean>,
): Promise<void> {
  const release = await lock(dirname(file), name)
  try {
    // The lock is advisory: an editor may save, and a stopped process may have lost it.
    for (let attempt = 0; attempt < 10; attempt++) if (await change()) return
  } finally {
    await release()
  }
  throw busy(name)
}

/** Runs work that is to change `file` under a lock of the config folder across flint processes. Errors of the work are its own. */
export async function withConfigLock<T>(
  folder: string,
  { file, name }: { readonly file: string; readonly name: string },
  work: () => Promise<T>,
): Promise<T> {
  const release = await writingConfig(folder, file, () => lock(folder, name))
  try {
    return await work()
  } finally {
    await release()
  }
}

async function lock(folder: string, name: string): Promise<() => Promise<void>> {
  const release = await lockFile(join(folder, `${name}.lock`), { waitMs: 15_000 })
  if (release === null) throw busy(name)
  return release
}

function busy(name: string): VaultError {
  return new VaultError('CONFLICT', `Another program keeps changing \`${name}\`; nothing was changed.`, {
    hint: 'Try again in a few seconds.',
  })
}
