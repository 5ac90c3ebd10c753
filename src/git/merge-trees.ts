import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { mergeAhead, type EditedByBoth } from './merge-ahead.ts'
import type { Repository } from './repository.ts'
import { listTree, readBlob } from './trees.ts'
import { inWorkingFolder } from './working-folder.ts'

/** One side of a file in conflict, as git's index has it: 1 the base, 2 ours, 3 theirs. */
export interface ConflictStage {
  readonly mode: string
  readonly object: string
  readonly stage: string
  readonly path: string
}

export interface MergedTree {
  readonly tree: string
  /** The files in conflict; in the tree they hold both texts, with marks, where they can. */
  readonly conflicts: readonly ConflictStage[]
}

export interface MergeOptions {
  /** How git starts the merge of a note: a line for the shell. */
  readonly driver: string
  /** What `readAttributes` has read of our side, where that was done before. */
  readonly attributes?: ReadonlyMap<string, string> | undefined
  /** What both sides have changed since the one commit where they parted: merged in this process where it can be. */
  readonly editedByBoth?: readonly EditedByBoth[]
}

/**
 * Merges two commits into a tree. Nothing of the work tree is touched, and git's own files lie in a folder elsewhere while it
 * works, where none that is killed leaves them in a vault: what was merged is put in place afterwards, file by file. Notes
 * and canvases are merged by the driver.
 */
export async function mergeTrees(
  repository: Repository,
  ours: string,
  theirs: string,
  { driver, attributes, editedByBoth = [] }: MergeOptions,
): Promise<MergedTree> {
  return await inWorkingFolder(async (folder) => {
    const attributesFile = join(folder, 'attributes')
    await writeFile(attributesFile, '*.md merge=flint\n*.canvas merge=flint\n', own)
    const cwd = join(folder, 'tree')
    makePrivateFolder(cwd)
    for (const [path, text] of attributes ?? (await readAttributes(repository, ours))) {
      makePrivateFolder(dirname(join(cwd, path)))
      await writeFile(join(cwd, path), text, own)
    }
    const line =
      editedByBoth.length === 0 ? driver : await mergeAhead(repository, editedByBoth, { folder, driver })
    const settings = [
      ...['-c', `core.attributesFile=${attributesFile}`],
      ...['-c', 'merge.flint.name=flint', '-c', `merge.flint.driver=${line}`],
      // A note that one side adds stays in its folder where the other renames that: git would ask about each of them.
      ...['-c', 'merge.directoryRenames=false'],
    ]
    const { stdout } = await repository.git(
      // Whether they have anything in common is for the caller to ask.
      [
        ...settings,
        ...['merge-tree', '--write-tree', '--allow-unrelated-histories', '--no-messages', '-z', ours, theirs],
      ],
      { expected: [1], cwd, env: { GIT_DIR: repository.gitFolder, GIT_WORK_TREE: cwd } },
    )
    const [tree = '', ...rows] = stdout.split('\0')
    return { tree: tree.trim(), conflicts: readStages(rows) }
  })
}

const own = { mode: 0o600 }

/** What git's index has of files that both sides have changed, and that nobody has settled yet. */
export async function unmergedStages(repository: Repository): Promise<readonly ConflictStage[]> {
  const { stdout } = await repository.git(['ls-files', '--unmerged', '-z'])
  return readStages(stdout.split('\0'))
}

export function pathsOf(stages: readonly ConflictStage[]): readonly string[] {
  return [...new Set(stages.map(({ path }) => path))]
}

/** Without those that neither side has any more: of a file with two new names git also lists the old one. */
export function pathsToDecide(stages: readonly ConflictStage[]): readonly string[] {
  return pathsOf(stages.filter(({ stage }) => stage !== '1'))
}

function readStages(rows: readonly string[]): readonly ConflictStage[] {
  return rows.flatMap((row) => {
    const { mode, object, stage, path } =
      /^(?<mode>\d+) (?<object>\w+) (?<stage>[123])\t(?<path>.+)$/s.exec(row)?.groups ?? {}
    return mode && object && stage && path ? [{ mode, object, stage, path }] : []
  })
}

/** The repository says by attributes how its other files are merged; git reads them in the work tree. Texts by path. */
export async function readAttributes(
  repository: Repository,
  commit: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const path of await listTree(repository, commit)) {
    if (basename(path) !== '.gitattributes' || path.split('/').includes('..')) continue
    const text = await readBlob(repository, commit, path)
    if (text !== null) texts.set(path, text)
  }
  return texts
}
