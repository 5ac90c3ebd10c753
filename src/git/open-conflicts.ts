import { lstat } from 'node:fs/promises'
import { holdsMarks, withMarks } from './conflict-marks.ts'
import { type ConflictStage, type MergedTree, pathsOf, pathsToDecide } from './merge-trees.ts'
import type { Repository } from './repository.ts'
import { listEntries, readContents } from './trees.ts'
import { changedPaths } from './work-tree-status.ts'

/**
 * What a person has to decide of a file: what is right between its marks; whether to keep what one side removed and the
 * other changed; under which name a file stays to which the sides gave two; which of two versions counts that cannot
 * both stand in one file; or what is meant by marks that stand there though no merge is under way.
 */
export interface OpenConflict {
  readonly path: string
  readonly kind: 'marked' | 'removed there' | 'removed here' | 'two names' | 'one of two' | 'marks alone'
}

/** The conflicts that a merge has left. */
export async function newConflicts(
  repository: Repository,
  { tree, conflicts }: MergedTree,
): Promise<readonly OpenConflict[]> {
  const paths = pathsToDecide(conflicts)
  const contents = await readContents(repository, tree, paths)
  return paths.map((path) => {
    const kind = kindOf(path, conflicts)
    // What one side removed holds such marks only where it shows them.
    const isMarked = kind === 'one of two' && holdsMarks(path, contents.get(path) ?? '')
    return { path, kind: isMarked ? 'marked' : kind }
  })
}

/**
 * Those that nobody has settled yet. One is settled once its marks are taken out; where it has none, once git is told
 * (`git add`, `git rm`), or once the file is another than the merge left, or gone.
 */
export async function openConflicts(
  repository: Repository,
  stages: readonly ConflictStage[],
  merged: MergedTree | null,
): Promise<readonly OpenConflict[]> {
  const unmerged = pathsToDecide(stages).map((path) => ({ path, kind: kindOf(path, stages) }))
  // Of a file with two names what git keeps as a side is what it merged, marks and all.
  const compared = unmerged.filter(({ kind }) => kind !== 'two names').map(({ path }) => path)
  const marked = await withMarks(repository, await changedPaths(repository), compared)
  const undecided: OpenConflict[] = []
  for (const { path, kind } of unmerged) {
    if (marked.includes(path) && kind !== 'two names') continue
    if (merged === null || (await isAsMerged(repository, merged.tree, path))) undecided.push({ path, kind })
  }
  const withoutNames = marked.filter((path) => undecided.every((one) => one.path !== path))
  return [...withoutNames.map((path) => ({ path, kind: 'marked' }) as const), ...undecided]
}

function kindOf(path: string, stages: readonly ConflictStage[]): OpenConflict['kind'] {
  const of = (one: string) => stages.filter((stage) => stage.path === one).map(({ stage }) => stage)
  const sides = of(path)
  if (sides.includes('1') && !sides.includes('3')) return 'removed there'
  if (sides.includes('1') && !sides.includes('2')) return 'removed here'
  const isRenamed = sides.length === 1 && pathsOf(stages).some((one) => of(one).join() === '1')
  return isRenamed ? 'two names' : 'one of two'
}

/** Whether a file is on disk as the merge left it; of what neither has nothing is to be decided. */
async function isAsMerged(repository: Repository, tree: string, path: string): Promise<boolean> {
  const entry = (await listEntries(repository, tree, [path])).get(path)
  const stats = await lstat(repository.placeOf(path)).catch(() => null)
  if (entry === undefined || stats === null) return false
  if (!stats.isFile()) return true
  const named = path.isWellFormed() ? [`--path=${path}`, '--', path] : ['--stdin-paths']
  const { stdout } = await repository.git(['hash-object', ...named], { input: `${path}\n` })
  return stdout.trim() === entry.object
}
