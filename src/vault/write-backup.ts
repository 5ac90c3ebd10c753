import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { VaultError } from '../model/vault-error.ts'

/** Keeps a copy of a note that is about to be removed for good, under the time of its removal; returns its path. */
export async function writeBackup(folder: string, path: string, text: string, now: Date): Promise<string> {
  const stamp = now.toISOString().replaceAll(':', '-')
  const target = join(folder, stamp, path)
  try {
    await mkdir(dirname(target), { recursive: true })
    const handle = await open(target, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw new VaultError(
      'PERMISSION_DENIED',
      `The backup of ${path} could not be written, so that nothing was removed.`,
      {
        path,
        hint: 'Check deletion.backup_path in .flint-note/config.yml and the free space, or use mode: "archive".',
      },
      { cause },
    )
  }
  return target
}
