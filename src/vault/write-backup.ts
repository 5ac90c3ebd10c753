import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataFault } from '../model/data-fault.ts'
import { hasCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'
import { keepFolderPrivate, namesIn } from '../own-files/keep-private.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'

/** A note's text, or a function that writes a file of any length. */
export type BackupContent = string | ((copy: FileHandle) => Promise<void>)

/** Keeps a copy of a note that is about to be removed for good, under the time of its removal; returns its path. */
export async function writeBackup(
  folder: string,
  path: string,
  content: BackupContent,
  now: Date,
): Promise<string> {
  const stamp = now.toISOString().replaceAll(':', '-')
  const target = join(folder, stamp, path)
  try {
    makePrivateFolder(dirname(target))
    await fill(await open(target, 'wx', 0o600), content).catch(async (error: unknown) => {
      // A part of a copy would be taken for the whole.
      await rm(target, { force: true })
      throw error
    })
  } catch (cause) {
    const message = `The backup of ${path} could not be written, so that nothing was removed.`
    const check = { kind: 'check-backups' } as const
    // The copy of a file says so of a full disk, and has the system's error with it.
    const full = [cause, cause instanceof Error && cause.cause].find((error) =>
      hasCode(error, 'ENOSPC', 'EDQUOT'),
    )
    const fault = full === undefined ? null : dataFault(full)
    throw fault === null
      ? new VaultError('PERMISSION_DENIED', message, { path, hint: check }, { cause })
      : new VaultError(
          'INDEX_UNAVAILABLE',
          `${fault.reason} ${message}`,
          { path, hint: [fault.cure, check] },
          { cause },
        )
  }
  return target
}

async function fill(handle: FileHandle, content: BackupContent): Promise<void> {
  try {
    if (typeof content === 'string') await handle.writeFile(content)
    else await content(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes files private that an earlier version left readable in a backup folder, which may hold other things too. */
export function keepBackupsPrivate(folder: string): void {
  for (const name of namesIn(folder)) if (isStamp.test(name)) keepFolderPrivate(join(folder, name))
}

const isStamp = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
