import { type NoteCommit, noteCommits } from '../git/note-commits.ts'
import { Repository } from '../git/repository.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { trailOrPath } from './trail-or-path.ts'

/**
 * The commits that touched a note, newest first, under every name that it had: as git follows renames, and as flint has
 * renamed it. Each with the changes of this vault's history that are in it. Empty for a vault in no repository; fails with
 * `GIT_ERROR` where git does not work in it.
 */
export async function commitsOfNote(
  vault: VaultContext,
  identifier: string,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
) {
  const repository = await Repository.find(vault.root, signal)
  if (repository === null) return []
  const { path, steps } = await trailOrPath(vault, identifier)
  const names = new Set([path, ...steps.map(({ from }) => from)].map(repository.fromVault))
  const found = new Map<string, NoteCommit>()
  for (const name of names) {
    for (const commit of await noteCommits(repository, name, { range: 'HEAD', most })) {
      if (!found.has(commit.commit)) found.set(commit.commit, commit)
    }
  }
  const key = vault.commits.key()
  return [...found.values()]
    .filter(({ path: own }) => own === null || isSeen(vault, repository, own))
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
    .slice(0, most)
    .map(({ changes, path: own, commit, time, author, subject }) => ({
      ...{ commit, time, author, subject },
      path: own === null ? null : repository.withinVault(own),
      changeIds: changes.flatMap((change) => (change.startsWith(`${key ?? ' '}/`) ? [change.slice(9)] : [])),
    }))
}

function isSeen({ scope }: VaultContext, repository: Repository, path: string): boolean {
  return repository.isInVault(path) && (scope === null || scope.includes(repository.withinVault(path)))
}
