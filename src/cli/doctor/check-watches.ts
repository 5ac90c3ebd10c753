import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownVault } from '../../model/known-vault.ts'
import { type Finding, ok, warning } from './finding.ts'

const limitFile = '/proc/sys/fs/inotify/max_user_watches'

/** On Linux every folder takes one of the kernel's watches, which all programs of a user share. */
export async function checkWatches(vaults: readonly KnownVault[]): Promise<readonly Finding[]> {
  const limit = Number(await readFile(limitFile, 'utf8').catch(() => 'none'))
  if (!Number.isFinite(limit)) return []
  const counts = await Promise.all(vaults.map(({ root }) => countFolders(root)))
  const folders = counts.reduce((sum, count) => sum + count, 0)
  // Editors and sync programs watch the same folders.
  return folders < limit / 2
    ? [ok('file watches', `${folders} folders, ${limit} watches allowed`)]
    : [
        warning(
          'file watches',
          `The vaults have ${folders} folders, and this user may watch ${limit}: changes may be noticed late.`,
          'sudo sysctl fs.inotify.max_user_watches=524288, and the same in /etc/sysctl.d to keep it.',
        ),
      ]
}

async function countFolders(root: string): Promise<number> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  let count = 1
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') {
      count += await countFolders(join(root, entry.name))
    }
  }
  return count
}
