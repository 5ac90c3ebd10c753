import type { EditedByBoth } from '../git/merge-ahead.ts'
import { type MergedTree, type MergeOptions, mergeTrees } from '../git/merge-trees.ts'
import { inOwnIndex } from '../git/own-index.ts'
import type { Repository } from '../git/repository.ts'
import { diffTrees, readChanges, type TreeChange } from '../git/trees.ts'
import { findFrontmatter, markEnd } from '../markdown/read/find-frontmatter.ts'
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
  const found = await diffTrees(repository, base, commit, { renames: true })
  for (const change of await joinRetitled(repository, found)) {
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
 * The changes with a note that was removed and one that was added as one with a new name, where below their titles both say the same
 * and no other does: of a short note most of the text is its title, and git takes the two for different files.
 */
async function joinRetitled(
  repository: Repository,
  changes: readonly TreeChange[],
): Promise<readonly TreeChange[]> {
  const lone = changes.filter(
    ({ status, isPlainFile, path }) => /[AD]/.test(status) && isPlainFile && isNotePath(path),
  )
  if (new Set(lone.map(({ status }) => status)).size < 2) return changes
  const texts = await readChanges(repository, lone)
  const alike = Map.groupBy(lone.entries(), ([at]) => {
    const { before, after } = texts[at] ?? {}
    return belowTitle(after ?? before ?? '')
  })
  alike.delete('')
  const joined = new Map<TreeChange, readonly TreeChange[]>()
  for (const pair of alike.values()) {
    const removed = pair.find(([, { status }]) => status === 'D')?.[1]
    const added = pair.find(([, { status }]) => status === 'A')?.[1]
    if (pair.length !== 2 || removed === undefined || added === undefined) continue
    joined.set(removed, [])
    joined.set(added, [{ ...added, status: 'R', from: removed.path, before: removed.before }])
  }
  return changes.flatMap((change) => joined.get(change) ?? [change])
}

function belowTitle(text: string): string {
  const { bodyStart } = findFrontmatter(text) ?? { bodyStart: markEnd(text) }
  return text.slice(bodyStart).trim().replace(/^# .*/, '').trim()
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
