import type { FileChange } from '../changes/change-plan.ts'
import type { ConflictStage } from '../git/merge-trees.ts'
import type { Repository } from '../git/repository.ts'
import { diffTrees, readBlob, type TreeChange } from '../git/trees.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/**
 * Puts the notes of a tree in place, as one change that can be undone. False where a note is not as it was committed:
 * somebody has written since.
 */
export async function placeNotes(
  vault: VaultContext,
  repository: Repository,
  ours: string,
  tree: string,
): Promise<boolean> {
  const differing = (await diffTrees(repository, ours, tree)).filter((change) =>
    isOwnText(repository, change),
  )
  if (differing.length === 0) return true
  const wanted = await Promise.all(
    differing.map(async ({ path }) => ({
      path: repository.withinVault(path),
      before: await readBlob(repository, ours, path),
      after: await readBlob(repository, tree, path),
    })),
  )
  try {
    await vault.writer.change({ tool: 'sync', dryRun: false }, async () => {
      const changes: FileChange[] = []
      for (const { path, before, after } of wanted) {
        const file = await vault.files.readSettled(path)
        if (file !== null && file.text === after) continue
        if ((file?.text ?? null) !== before) throw new Overtaken()
        if (file === null && after !== null) changes.push({ kind: 'create', path, text: after })
        else if (file !== null) {
          const version = { text: file.text, hash: file.hash }
          if (after === null) changes.push({ kind: 'remove', path, before: version })
          else changes.push({ kind: 'replace', path, before: version, text: after })
        }
      }
      return { changes, facts: null }
    })
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
  return true
}

class Overtaken extends Error {}

/** Notes and canvases of the vault that flint may write; links and hidden files are git's to put in place. */
function isOwnText(repository: Repository, { path, isPlainFile }: TreeChange): boolean {
  if (!isPlainFile || !repository.isInVault(path) || !/\.(?:md|canvas)$/i.test(path)) return false
  return !repository
    .withinVault(path)
    .split('/')
    .some((part) => part.startsWith('.'))
}

/** Lets git know of the notes that are in place, and put the other files there. */
export async function placeTheRest(repository: Repository, ours: string, tree: string): Promise<void> {
  const placed = (await diffTrees(repository, ours, tree))
    .filter((change) => isOwnText(repository, change))
    .map(({ path }) => path)
  const entries = await Promise.all(
    placed.map(async (path) => {
      const { stdout } = await repository.git(['ls-tree', '-z', tree, '--', `:(top,literal)${path}`])
      const { mode, object } = /^(?<mode>\d+) blob (?<object>\w+)\t/.exec(stdout)?.groups ?? {}
      return mode && object ? `${mode} ${object}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`
    }),
  )
  if (entries.length > 0)
    await repository.git(['update-index', '-z', '--index-info'], { input: entries.join('') })
  await repository.git(['read-tree', '-m', '-u', ours, tree])
}

/** Leaves the merge as git itself would: its conflicts in the index, for any program that settles them. */
export async function beginMerge(
  repository: Repository,
  theirs: string,
  conflicts: readonly ConflictStage[],
): Promise<void> {
  const none = '0'.repeat(40)
  const paths = [...new Set(conflicts.map(({ path }) => path))]
  const input = [
    ...paths.map((path) => `0 ${none}\t${path}\0`),
    ...conflicts.map(({ mode, object, stage, path }) => `${mode} ${object} ${stage}\t${path}\0`),
  ].join('')
  await repository.git(['update-index', '-z', '--index-info'], { input })
  await repository.git(['update-ref', '--no-deref', 'MERGE_HEAD', theirs])
}
