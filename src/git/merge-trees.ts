import type { Repository } from './repository.ts'

/** One side of a file in conflict, as git's index has it: 1 the base, 2 ours, 3 theirs. */
export interface ConflictStage {
  readonly mode: string
  readonly object: string
  readonly stage: string
  readonly path: string
}

export interface MergedTree {
  readonly tree: string
  /** The files in conflict; in the tree they hold both texts, with marks. */
  readonly conflicts: readonly ConflictStage[]
}

/**
 * Merges two commits into a tree. Nothing of the work tree is touched: what was merged is put in place afterwards, file by
 * file. Notes and canvases are merged by `driver`, whatever the repository says.
 */
export async function mergeTrees(
  repository: Repository,
  ours: string,
  theirs: string,
  { driver, attributesFile }: { readonly driver: string; readonly attributesFile: string },
): Promise<MergedTree> {
  const settings = [
    ...['-c', `core.attributesFile=${attributesFile}`],
    ...['-c', 'merge.flint.name=flint', '-c', `merge.flint.driver=${driver}`],
  ]
  const { stdout } = await repository.git(
    [...settings, 'merge-tree', '--write-tree', '--no-messages', '-z', ours, theirs],
    { expected: [1] },
  )
  const [tree = '', ...rows] = stdout.split('\0')
  const conflicts = rows.flatMap((row) => {
    const { mode, object, stage, path } =
      /^(?<mode>\d+) (?<object>\w+) (?<stage>[123])\t(?<path>.+)$/s.exec(row)?.groups ?? {}
    return mode && object && stage && path ? [{ mode, object, stage, path }] : []
  })
  return { tree: tree.trim(), conflicts }
}
