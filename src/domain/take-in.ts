import { syncedSubject } from '../git/commit-vault.ts'
import { notOnABranch } from '../git/git-error.ts'
import { makeCommit, moveBranch } from '../git/make-commit.ts'
import type { Refused } from '../git/exchange.ts'
import type { MergeOptions } from '../git/merge-trees.ts'
import { newConflicts, type OpenConflict } from '../git/open-conflicts.ts'
import { expectNoFiltersBetween } from '../git/refused-filters.ts'
import type { Repository } from '../git/repository.ts'
import { withTexts } from '../git/trees.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { followLinks } from './follow-merge.ts'
import { mergeSides } from './merge-sides.ts'
import { beginMerge, placeTree } from './place-tree.ts'

type TakenIn =
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | {
      readonly kind: 'done'
      /** What the branch ends with now. */
      readonly head: string | null
      readonly received: number
      readonly relinked: readonly string[]
      readonly conflicts: readonly OpenConflict[]
    }

export interface TakeInOptions extends MergeOptions {
  readonly progress: (step: 'merge') => void
  /** Sends the merge before it is put in place; null where it is sent afterwards, by the caller. */
  readonly send: ((commit: string) => Promise<'pushed' | Refused>) | null
}

/** Merges what came and puts it in place. Where it is to be sent first and is refused, nothing has changed here. */
export async function takeIn(
  vault: VaultContext,
  repository: Repository,
  { ours, theirs, base }: Readonly<Record<'ours' | 'theirs' | 'base', string | null>>,
  options: TakeInOptions,
): Promise<TakenIn> {
  const nothing: TakenIn = { kind: 'done', head: ours, received: 0, relinked: [], conflicts: [] }
  if (theirs === base) return nothing
  if (ours === null || theirs === null || base === null) throw notOnABranch()
  options.progress('merge')
  const isBehind = base === ours
  const { merged, sides } = isBehind
    ? { merged: { tree: theirs, conflicts: [] }, sides: null }
    : await mergeSides(repository, { base, ours, theirs }, options)
  const relinked =
    sides === null ? new Map<string, string>() : await followLinks(vault, repository, sides, merged.tree)
  const tree = await withTexts(repository, merged.tree, relinked)
  await expectNoFiltersBetween(repository, ours, tree)
  const conflicts = await newConflicts(repository, { ...merged, tree })
  const isMerge = !isBehind && conflicts.length === 0
  // Before anything is put in place: who has all commits signed may have no key at hand.
  const commit = isMerge
    ? await makeCommit(repository, tree, [ours, theirs], { message: 'notes: merge' })
    : theirs
  const sent = isMerge && options.send !== null ? await options.send(commit) : 'pushed'
  if (sent !== 'pushed') return { kind: 'refused', refused: sent }
  const received = await placeTree(vault, repository, ours, tree)
  if (received === null) return { kind: 'overtaken' }
  if (conflicts.length > 0) await beginMerge(repository, theirs, merged.conflicts)
  else await moveBranch(repository, { to: commit, from: ours, why: syncedSubject })
  // Whoever gives the merge up with git finds the files unchanged since.
  await repository.git(['update-index', '-q', '--refresh'], { expected: [1] })
  const head = conflicts.length > 0 ? ours : commit
  return { kind: 'done', head, received, relinked: [...relinked.keys()], conflicts }
}
