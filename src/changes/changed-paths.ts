import type { StepPaths } from './recorded-change.ts'
import { filesBelow } from '../files/files-below.ts'
import type { VaultFiles } from '../files/vault-files.ts'

/** Every path where a change, done or undone, may have left something new for the index. */
export async function changedPaths(
  files: VaultFiles,
  steps: readonly StepPaths[],
): Promise<readonly string[]> {
  const paths = new Set<string>()
  for (const { kind, path, movedTo } of steps) {
    paths.add(path)
    if (movedTo === null) continue
    paths.add(movedTo)
    if (kind !== 'move-folder') continue
    // Path by path: a whole folder would be scanned later, after the next query has been answered.
    paths.delete(path)
    paths.delete(movedTo)
    for (const folder of [path, movedTo]) {
      for (const file of await filesBelow(files, folder)) {
        const rest = file.slice(folder.length)
        paths.add(path + rest)
        paths.add(movedTo + rest)
      }
    }
  }
  return [...paths]
}
