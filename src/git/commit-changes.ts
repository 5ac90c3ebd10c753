import { type CommitText, makeCommit, moveBranch } from './make-commit.ts'
import { inOwnIndex } from './own-index.ts'
import { type FilteredFile, filteredFiles, filteredOnDisk } from './refused-filters.ts'
import type { Repository } from './repository.ts'
import { pathsToCommit } from './paths-to-commit.ts'
import { blobOf, commitOf, diffTrees, emptyTree, listEntries, stagedEntries } from './trees.ts'

/** What changes of flint's have left behind, by paths from the top of the work tree. */
export interface LeftBehind {
  /** Files that are on disk as they were left, gone ones too. */
  readonly onDisk: readonly string[]
  /** Files that somebody else has changed since: what was left, and what had been there before. */
  readonly texts: ReadonlyMap<string, { readonly text: string; readonly before: string | null }>
  /** Every text that the changes left or found at a path. */
  readonly allTexts: (path: string) => Promise<readonly string[]>
}

export interface ChangesCommitted {
  /** Null where the branch has it all. */
  readonly commit: string | null
  /** Files that are left out because git would pass them through a program of the repository's. */
  readonly filtered: readonly FilteredFile[]
}

/**
 * Commits files as changes of flint's have left them, and nothing else: neither what a person has staged nor what git is
 * told to ignore. The work tree is only read.
 */
export async function commitChanges(
  repository: Repository,
  left: LeftBehind,
  text: CommitText,
): Promise<ChangesCommitted> {
  const ours = await commitOf(repository, 'HEAD')
  const base = ours ?? (await emptyTree(repository))
  const known = await listEntries(repository, base, [...left.onDisk, ...left.texts.keys()])
  const staged = await stagedEntries(repository, base)
  // What a person has taken out of the index may be ignored since.
  const isKnown = (path: string) => known.has(path) && !/^0+$/.test(staged.get(path)?.object ?? '')
  const wanted = await pathsToCommit(repository, left.onDisk, isKnown)
  const texts = new Set(await pathsToCommit(repository, [...left.texts.keys()], isKnown))
  const { tree, filtered } = await inOwnIndex(repository, base, async (index) => {
    const needy = [
      ...(await filteredOnDisk(repository, index, wanted)),
      ...(await filteredFiles(repository, index, [...texts])),
    ]
    const isPlain = (path: string) => needy.every((file) => file.path !== path)
    const plain = wanted.filter(isPlain)
    if (plain.length > 0)
      await index.git(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { input: plain })
    const entries: string[] = []
    for (const [path, { text: after, before }] of left.texts) {
      const entry = known.get(path)
      if (!texts.has(path) || !isPlain(path)) continue
      // The branch has moved on: what it has now is not taken back.
      if (entry === undefined || before === null || (await blobOf(index, path, before)) !== entry.object)
        continue
      entries.push(`${entry.mode} ${await blobOf(index, path, after, { isKept: true })}\t${path}`)
    }
    if (entries.length > 0) await index.git(['update-index', '-z', '--index-info'], { input: entries })
    return { tree: await index.writeTree(), filtered: needy }
  })
  const changes = await diffTrees(repository, base, tree)
  if (changes.length === 0) return { commit: null, filtered }
  // The index first: whoever is stopped in between leaves something staged, and nothing that takes the change back.
  const paths = changes.map(({ path }) => path)
  await follow(repository, { tree, paths, staged, allTexts: left.allTexts })
  const commit = await makeCommit(repository, tree, ours === null ? [] : [ours], text)
  await moveBranch(repository, { to: commit, from: ours, why: 'commit: a change of flint' })
  return { commit, filtered }
}

interface Followed extends Pick<LeftBehind, 'allTexts'> {
  readonly tree: string
  readonly paths: readonly string[]
  /** What a person had staged before. */
  readonly staged: Awaited<ReturnType<typeof stagedEntries>>
}

/**
 * Stages in the user's index what was committed. A file of which a person has staged a version that none of these changes found or
 * left stays as it is.
 */
async function follow(repository: Repository, { tree, paths, staged, allTexts }: Followed): Promise<void> {
  const after = await listEntries(repository, tree, paths)
  const lines: string[] = []
  for (const path of paths) {
    const own = staged.get(path)
    const next = after.get(path)
    if (own !== undefined && own.object !== next?.object && !(await isOurs(path, own.object))) continue
    const { mode, object } = next ?? { mode: '0', object: '0'.repeat(tree.length) }
    lines.push(`${mode} ${object}\t${path}`)
  }
  if (lines.length === 0) return
  await repository.git(['update-index', '--replace', '-z', '--index-info'], { input: lines })

  /** A version that the commit goes on from, or that an earlier attempt has staged, which was stopped. */
  async function isOurs(path: string, object: string): Promise<boolean> {
    for (const text of await allTexts(path))
      if ((await blobOf(repository, path, text)) === object) return true
    return false
  }
}
