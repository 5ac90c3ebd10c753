import type { Repository } from '../git/repository.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/**
 * Those of these files, by their paths from the top of the work tree, that flint has not moved since the last sync: git takes a note
 * for another one where little is left of its text, as of a short note whose links were led to its new place.
 */
export async function withoutMoved(
  vault: VaultContext,
  repository: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const { changes } = await vault.changes.list({ since: null, limit: mostChanges, offset: 0 })
  const sync = changes.find(({ tool }) => tool === 'sync')
  if (sync === undefined) return paths
  const kept: string[] = []
  for (const path of paths) {
    const now = repository.isInVault(path)
      ? await movedTo(vault, repository.withinVault(path), Number(sync.id))
      : null
    // Where others had moved it back and forth it has the name that they had changed.
    if (now === null || paths.includes(repository.fromVault(now))) kept.push(path)
  }
  return kept
}

const mostChanges = 1_000

/** Where a note is that was moved after a change; null where it was not. */
async function movedTo(vault: VaultContext, path: string, change: number): Promise<string | null> {
  const steps = await vault.changes.stepsFrom(path)
  const now = steps[0]?.path ?? path
  const isMoved = steps.some(
    (step) => Number(step.change) > change && step.from === path && step.path !== path,
  )
  return isMoved && now !== path && (await vault.files.exists(now)) ? now : null
}
