import type { EditedByBoth } from '../git/merge-ahead.ts'
import { type MergedTree, type MergeOptions, mergeTrees } from '../git/merge-trees.ts'
import { inOwnIndex } from '../git/own-index.ts'
import type { Repository } from '../git/repository.ts'
import { diffTrees, type TreeChange } from '../git/trees.ts'
import { differInDate } from '../model/dates-in-name.ts'
import { isCanvas, isNotePath, stemOf } from '../model/note-path.ts'

/** One side of a merge, and what it did to the base. */
export interface MergeSide {
  readonly commit: string
  readonly changes: readonly TreeChange[]
  /** What git takes for a file with a new name, and is the file of another day. */
  readonly otherDays: readonly OtherDay[]
}

interface OtherDay {
  readonly from: string
  readonly added: TreeChange
}

/** Ours and theirs. */
export type MergeSides = readonly [MergeSide, MergeSide]

/** Merges two commits, and says what each of them did to the base. */
export async function mergeSides(
  repository: Repository,
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', string>>,
  options: MergeOptions,
): Promise<{ readonly merged: MergedTree; readonly sides: MergeSides }> {
  const sides = await Promise.all([readSide(repository, base, ours), readSide(repository, base, theirs)])
  const editedByBoth = await findEditedByBoth(repository, sides)
  const merged = await mergeTrees(repository, ours, theirs, { ...options, editedByBoth })
  return { merged: await partDays(repository, merged, sides), sides }
}

/** None where the sides have parted more than once: git merges what they have in common first. */
async function findEditedByBoth(
  repository: Repository,
  [one, other]: MergeSides,
): Promise<readonly EditedByBoth[]> {
  const theirs = new Map(other.changes.filter(isEdited).map((change) => [change.path, change]))
  const both = one.changes.filter(isEdited).flatMap(({ path, before, after }) => {
    const there = theirs.get(path)?.after
    return before && after && there
      ? [{ path, base: before.object, ours: after.object, theirs: there.object }]
      : []
  })
  if (both.length === 0) return []
  const { stdout } = await repository.git(['merge-base', '--all', one.commit, other.commit])
  return stdout.trim().includes('\n') ? [] : both
}

function isEdited({ status, isPlainFile, path }: TreeChange): boolean {
  return status === 'M' && isPlainFile && (isNotePath(path) || isCanvas(path))
}

async function readSide(repository: Repository, base: string, commit: string): Promise<MergeSide> {
  const otherDays: OtherDay[] = []
  const changes: TreeChange[] = []
  for (const change of await diffTrees(repository, base, commit, { renames: true })) {
    const { from, path } = change
    if (from === null || !differInDate(stemOf(from), stemOf(path))) {
      changes.push(change)
      continue
    }
    const added: TreeChange = { ...change, status: 'A', from: null, before: null, isSameText: false }
    otherDays.push({ from, added })
    changes.push(added)
  }
  return { commit, changes, otherDays }
}

/**
 * A merge in which a day that one side removed and the other wrote in is in conflict, as git has it where it looks for no
 * renames. git itself writes it into the note of another day that was made from the same template.
 */
async function partDays(
  repository: Repository,
  merged: MergedTree,
  [ours, theirs]: MergeSides,
): Promise<MergedTree> {
  const lines: string[] = []
  let { conflicts } = merged
  for (const [remover, writer, stage] of [
    [theirs, ours, '2'],
    [ours, theirs, '3'],
  ] as const) {
    for (const { from, added } of remover.otherDays) {
      const written = writer.changes.find(({ path }) => path === from)
      // A day that both have made is merged of what both have made.
      if (written?.status !== 'M' || writer.changes.some(({ path }) => path === added.path)) continue
      const { before, after } = written
      if (before === null || after === null || added.after === null) continue
      lines.push(`${added.after.mode} ${added.after.object}\t${added.path}\0`)
      lines.push(`${after.mode} ${after.object}\t${from}\0`)
      conflicts = [
        ...conflicts.filter(({ path }) => path !== from && path !== added.path),
        { ...before, stage: '1', path: from },
        { ...after, stage, path: from },
      ]
    }
  }
  if (lines.length === 0) return merged
  const tree = await inOwnIndex(repository, merged.tree, async (index) => {
    await index.git(['update-index', '-z', '--index-info'], { input: lines.join('') })
    return await index.writeTree()
  })
  return { tree, conflicts }
}
