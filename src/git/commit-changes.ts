import { createHash } from 'node:crypto'
import { bytesOf } from '../model/lossless-text.ts'
import { type CommitText, makeCommit, moveBranch } from './make-commit.ts'
import { inOwnIndex, type OwnIndex } from './own-index.ts'
import { type FilteredFile, filteredFiles, filteredOnDisk } from './refused-filters.ts'
import type { Repository } from './repository.ts'
import { notReady, repositoryState } from './repository-state.ts'
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

/** What one commit is made of. */
export interface CommitOfChanges {
  readonly left: LeftBehind
  readonly text: CommitText
}

export interface ChangesCommitted {
  /** Those that the branch did not have yet. */
  readonly commits: readonly string[]
  /** Files that are left out because git would pass them through a program of the repository's. */
  readonly filtered: readonly FilteredFile[]
}

/**
 * Commits files as changes of flint's have left them, and nothing else: neither what a person has staged nor what git is
 * told to ignore. The work tree is only read. Of several commits each is asked for once the one before it is made, and the
 * branch has them all at the end, or none: what git has to read for the first serves the others.
 */
export async function commitChanges(
  repository: Repository,
  wanted: AsyncIterable<CommitOfChanges>,
): Promise<ChangesCommitted> {
  const ours = await commitOf(repository, 'HEAD')
  const base = ours ?? (await emptyTree(repository))
  const takenOut = new Set(
    [...(await stagedEntries(repository, base))]
      .filter(([, { object }]) => /^0+$/.test(object))
      .map(([path]) => path),
  )
  const commits: string[] = []
  const filtered: FilteredFile[] = []
  const made: LeftBehind[] = []
  const tree = await inOwnIndex(repository, base, async (index) => {
    let last = await index.writeTree()
    for await (const { left, text } of wanted) {
      const { isStaged, needy } = await stageChanges(repository, index, { left, tree: last, takenOut })
      filtered.push(...needy)
      const next = isStaged ? await index.writeTree() : last
      if (next === last) continue
      const parent = commits.at(-1) ?? ours
      commits.push(await makeCommit(repository, next, parent === null ? [] : [parent], text))
      made.push(left)
      last = next
    }
    return last
  })
  const commit = commits.at(-1)
  if (commit === undefined) return { commits, filtered }
  const state = await repositoryState(repository)
  if (state !== 'ready') throw await notReady(repository, state)
  // The index first: whoever is stopped in between leaves something staged, and nothing that takes the change back.
  await follow(repository, { base, tree, made })
  await moveBranch(repository, { to: commit, from: ours, why: 'commit: a change of flint' })
  return { commits, filtered }
}

interface ToStage {
  readonly left: LeftBehind
  /** What the index holds. */
  readonly tree: string
  /** What a person has taken out of theirs, and may be ignored since. */
  readonly takenOut: ReadonlySet<string>
}

/** Puts into an index what changes have left behind: whether that was anything, and the files that are left out. */
async function stageChanges(
  repository: Repository,
  index: OwnIndex,
  { left, tree, takenOut }: ToStage,
): Promise<{ readonly isStaged: boolean; readonly needy: readonly FilteredFile[] }> {
  const known = await listEntries(repository, tree, [...left.onDisk, ...left.texts.keys()])
  const isKnown = (path: string) => known.has(path) && !takenOut.has(path)
  const wanted = await pathsToCommit(repository, left.onDisk, isKnown)
  const texts = new Set(await pathsToCommit(repository, [...left.texts.keys()], isKnown))
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
    if (entry === undefined || before === null || !(await holdsText(index, entry.object, path, before)))
      continue
    entries.push(`${entry.mode} ${await blobOf(index, path, after, { isKept: true })}\t${path}`)
  }
  if (entries.length > 0) await index.git(['update-index', '-z', '--index-info'], { input: entries })
  return { isStaged: plain.length + entries.length > 0, needy }
}

interface Followed {
  readonly base: string
  readonly tree: string
  /** What was committed. */
  readonly made: readonly LeftBehind[]
}

/**
 * Stages in the user's index what was committed. A file of which a person has staged a version that none of these changes found or
 * left stays as it is.
 */
async function follow(repository: Repository, { base, tree, made }: Followed): Promise<void> {
  const changes = await diffTrees(repository, base, tree)
  const staged = await stagedEntries(repository, base)
  const lines: string[] = []
  for (const { path, after } of changes) {
    const own = staged.get(path)
    if (own !== undefined && own.object !== after?.object && !(await isOurs(path, own.object))) continue
    const { mode, object } = after ?? { mode: '0', object: '0'.repeat(tree.length) }
    lines.push(`${mode} ${object}\t${path}`)
  }
  if (lines.length === 0) return
  await repository.git(['update-index', '--replace', '-z', '--index-info'], { input: lines })

  /** A version that the commits go on from, or that an earlier attempt has staged, which was stopped. */
  async function isOurs(path: string, object: string): Promise<boolean> {
    for (const { allTexts } of made)
      for (const text of await allTexts(path))
        if (await holdsText(repository, object, path, text)) return true
    return false
  }
}

/** Whether an object is what a text of the work tree becomes; git is asked where it is not the text as it stands. */
async function holdsText(
  from: Pick<OwnIndex, 'git'>,
  object: string,
  path: string,
  text: string,
): Promise<boolean> {
  const bytes = bytesOf(text)
  const hash = createHash(object.length === 64 ? 'sha256' : 'sha1').update(`blob ${bytes.length}\0`)
  return hash.update(bytes).digest('hex') === object || (await blobOf(from, path, text)) === object
}
