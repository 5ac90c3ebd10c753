import { syncedSubject } from '../git/commit-vault.ts'
import { renameFollower } from '../git/follow-renames.ts'
import { notOnABranch } from '../git/git-error.ts'
import { makeCommit, moveBranch } from '../git/make-commit.ts'
import type { Refused } from '../git/exchange.ts'
import { mergeTrees, type MergeOptions } from '../git/merge-trees.ts'
import { newConflicts, type OpenConflict } from '../git/open-conflicts.ts'
import type { Repository } from '../git/repository.ts'
import { diffTrees, listTree, readBlobs, withTexts } from '../git/trees.ts'
import { linkParts } from '../markdown/read/link-parts.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { hasLinks } from './moved-files.ts'
import { beginMerge, placeTree } from './place-tree.ts'

type TakenIn =
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | {
      readonly kind: 'done'
      readonly received: number
      readonly relinked: readonly string[]
      readonly conflicts: readonly OpenConflict[]
    }

const nothing: TakenIn = { kind: 'done', received: 0, relinked: [], conflicts: [] }

export interface TakeInOptions extends MergeOptions {
  readonly progress: (step: 'merge') => void
  /** Sends the merge before it is put in place; null where it is sent afterwards, by the caller. */
  readonly send: ((commit: string) => Promise<'pushed' | Refused>) | null
}

/** Merges what came and puts it in place. Where it is to be sent first and is refused, nothing has changed here. */
export async function takeIn(
  vault: VaultContext,
  repository: Repository,
  { ours, theirs }: Readonly<Record<'ours' | 'theirs', string | null>>,
  options: TakeInOptions,
): Promise<TakenIn> {
  if (theirs === null) return nothing
  if (ours === null) throw notOnABranch()
  const { code, stdout } = await repository.git(['merge-base', ours, theirs], { expected: [1] })
  const base = code === 0 ? stdout.trim() : null
  if (base === theirs) return nothing
  options.progress('merge')
  const isBehind = base === ours
  const [merged, renamed] = await Promise.all([
    isBehind ? { tree: theirs, conflicts: [] } : mergeTrees(repository, ours, theirs, options),
    isBehind || base === null ? null : findRenames(repository, { base, ours, theirs }),
  ])
  const relinked =
    renamed === null ? new Map<string, string>() : await followLinks(vault, repository, renamed, merged.tree)
  const tree = await withTexts(repository, merged.tree, relinked)
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
  return { kind: 'done', received, relinked: [...relinked.keys()], conflicts }
}

interface Renamed {
  readonly base: string
  readonly writer: string
  readonly renamer: string
  /** Files of the vault that the one side renamed, whatever the other wrote. */
  readonly renames: ReadonlyMap<string, string>
}

async function findRenames(
  repository: Repository,
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', string>>,
): Promise<readonly Renamed[]> {
  const sides = [
    [ours, theirs],
    [theirs, ours],
  ] as const
  return await Promise.all(
    sides.map(async ([writer, renamer]) => {
      const renamed = await diffTrees(repository, base, renamer, { renames: true })
      const renames = new Map(
        renamed.flatMap(({ from, path }) =>
          from !== null && repository.isInVault(from) && repository.isInVault(path)
            ? [[from, path] as const]
            : [],
        ),
      )
      return { base, writer, renamer, renames }
    }),
  )
}

/** Links that one side wrote to what the other renamed, as texts by path. */
async function followLinks(
  { settings }: VaultContext,
  repository: Repository,
  sides: readonly Renamed[],
  tree: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const { isInVault, withinVault } = repository
  const listVault = async (of: string) => (await listTree(repository, of)).filter(isInVault).map(withinVault)
  let after: readonly string[] | null = null
  for (const { base, writer, renamer, renames } of sides) {
    if (renames.size === 0) continue
    after ??= await listVault(tree)
    const remaining = new Set(after)
    const follow = renameFollower({
      before: await listVault(writer),
      after,
      renames: new Map([...renames].map(([from, to]) => [withinVault(from), withinVault(to)])),
      linkPath: settings.linkPath,
    })
    const written = (await diffTrees(repository, base, writer)).flatMap(({ path: from, status }) => {
      const path = renames.get(from) ?? from
      const isThere = status !== 'D' && hasLinks(from) && isInVault(path) && remaining.has(withinVault(path))
      return isThere ? [{ path, from }] : []
    })
    const paths = written.map(({ path }) => path)
    const [merged, others] = [
      await readBlobs(repository, tree, paths),
      await readBlobs(repository, renamer, paths),
    ]
    for (const { path, from } of written) {
      const text = texts.get(path) ?? merged.get(path)
      if (text === undefined) continue
      const known = linkParts(path, others.get(path) ?? '').flatMap(({ links }) => links)
      const settled = new Set(known.map(({ target }) => target))
      const followed = follow({ path: withinVault(path), from: withinVault(from), text, settled })
      if (followed !== text) texts.set(path, followed)
    }
  }
  return texts
}
