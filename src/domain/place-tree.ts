import type { FileChange } from '../changes/change-plan.ts'
import { isOvertaken } from '../changes/is-overtaken.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'
import { hiddenInTheWay, linkInTheWay, nameInTheWay, pathInTheWay, refusedByGit } from '../git/in-the-way.ts'
import { type ConflictStage, pathsOf } from '../git/merge-trees.ts'
import { inIndexCopy, inOwnIndex } from '../git/own-index.ts'
import type { Repository } from '../git/repository.ts'
import { blobOf, diffTrees, leftOut, listTree, readChanges, type TreeChange } from '../git/trees.ts'
import { changedPaths } from '../git/work-tree-status.ts'
import { foldersAbove, isCanvas, isNotePath } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/**
 * Puts a tree in place of a commit: notes as one change that can be undone, the rest by git. All of it or nothing: what can be
 * known before is looked at before the first file is touched, and what fails all the same is taken back. How many files; null
 * where one is not as it was committed: somebody has written since.
 */
export async function placeTree(
  vault: VaultContext,
  repository: Repository,
  ours: string,
  tree: string,
): Promise<number | null> {
  const changes = await diffTrees(repository, ours, tree)
  const own = await ownTexts(repository, changes)
  const known = entriesOf(own, 'after', '0'.repeat(ours.length))
  const toGit = own.length === changes.length ? null : await restForGit(repository, ours, tree, known)
  const inTheWay =
    (await linkInTheWay(repository, changes)) ??
    (toGit && (await findInTheWay(repository, { toGit, changes, own, known })))
  if (inTheWay !== null) {
    if (await isNotCommitted(repository, inTheWay.path)) return null
    throw (await hiddenInTheWay(repository, inTheWay.path)) ?? inTheWay.error
  }
  const placed = await placeTexts(vault, repository, tree, own)
  if (placed === null) return null
  try {
    await repository.lookAgain()
    for (const { path, isExecutable } of own)
      if (isExecutable !== null) await vault.files.setExecutable(repository.withinVault(path), isExecutable)
    await tell(repository, known)
    if (toGit !== null) await repository.git(toGit)
    await repository.lookAgain()
  } catch (error) {
    await takeBack(vault, repository, { ours, own, changeId: placed.changeId })
    throw error
  }
  return changes.length
}

/** What git has left to do, once the notes are in place. */
async function restForGit(
  repository: Repository,
  ours: string,
  tree: string,
  known: readonly string[],
): Promise<readonly string[]> {
  const half = await inOwnIndex(repository, ours, async (index) => {
    await tell(index, known)
    return await index.writeTree()
  })
  return ['read-tree', '-m', '-u', half, tree]
}

/** A file that flint puts in place itself, by its path from the top of the work tree. */
interface OwnText {
  readonly path: string
  /** Null where there was or will be none. */
  readonly before: string | null
  readonly after: string | null
  /** Null where that stays as it is. */
  readonly isExecutable: boolean | null
  readonly change: TreeChange
}

/**
 * Notes and canvases whose text changes, and texts that make room for a note's folder or take its place. Links, hidden files
 * and what is no text are git's to put in place, and so is all that lies where one of those was or will be.
 */
async function ownTexts(repository: Repository, changes: readonly TreeChange[]): Promise<readonly OwnText[]> {
  const read = async (some: readonly TreeChange[]): Promise<readonly OwnText[]> => {
    const texts = await readChanges(repository, some)
    return some.flatMap((change, at) => {
      const { path, status, isExecutable } = change
      const { before = null, after = null } = texts[at] ?? {}
      const isText = (before !== null || status === 'A') && (after !== null || status === 'D')
      return isText ? [{ path, before, after, isExecutable, change }] : []
    })
  }
  const absent = await leftOut(repository)
  const texts = await read(
    changes.filter(
      (change) =>
        mayPlace(repository, change) &&
        (isNotePath(change.path) || isCanvas(change.path)) &&
        !absent.has(change.path),
    ),
  )
  const own = new Map(texts.map((text) => [text.path, text]))
  const folders = new Set(texts.flatMap(({ path }) => foldersAbove(path)))
  const others = changes.filter(({ path }) => !own.has(path))
  const leave = (place: string) => {
    own.delete(place)
    for (const path of own.keys()) if (foldersAbove(path).includes(place)) own.delete(path)
  }
  for (const change of others.filter(({ path }) => folders.has(path))) {
    const [text] = mayPlace(repository, change) ? await read([change]) : []
    if (text === undefined) leave(change.path)
    else own.set(change.path, text)
  }
  for (const { path } of others) {
    if (own.has(path)) continue
    for (const folder of foldersAbove(path)) if (own.has(folder)) leave(folder)
  }
  return [...own.values()]
}

/** Nothing that leads elsewhere, is hidden or has a name that is no UTF-8; a file of which only the mode changes is git's. */
function mayPlace(repository: Repository, { path, isPlainFile, isSameText }: TreeChange): boolean {
  if (!isPlainFile || isSameText || !repository.isInVault(path) || !path.isWellFormed()) return false
  const parts = repository.withinVault(path).split('/')
  return !parts.some((part) => part.startsWith('.'))
}

/** What git's index is to have of these files: removed ones first, which may make room for the others. */
function entriesOf(own: readonly OwnText[], side: 'before' | 'after', none: string): readonly string[] {
  const rows = own.map(({ path, change }) => {
    const entry = change[side]
    return `${entry === null ? `0 ${none}` : `${entry.mode} ${entry.object}`}\t${path}\0`
  })
  return rows.sort((a, b) => Number(b.startsWith('0 ')) - Number(a.startsWith('0 ')))
}

async function tell(index: Pick<Repository, 'git'>, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return
  await index.git(['update-index', '--replace', '-z', '--index-info'], { input: entries.join('') })
}

interface Placing {
  readonly toGit: readonly string[]
  readonly changes: readonly TreeChange[]
  readonly own: readonly OwnText[]
  readonly known: readonly string[]
}

/** What keeps git from putting its part in place; null where nothing does. */
async function findInTheWay(
  repository: Repository,
  { toGit, changes, own, known }: Placing,
): Promise<{ readonly path: string | null; readonly error: VaultError } | null> {
  await repository.git(['update-index', '-q', '--refresh'], { expected: [1] })
  const refused = await inIndexCopy(repository, async (index) => {
    await tell(index, known)
    const { code, stderr } = await index.git([...toGit, '--dry-run'], { expected: [1, 128] })
    return code === 0 ? null : stderr
  })
  if (refused !== null) return refusedByGit(refused)
  const isOwn = new Set(own.map(({ path }) => path))
  const others = changes.filter(({ path }) => !isOwn.has(path))
  const path = await pathInTheWay(repository, others)
  return path === null ? null : { path, error: nameInTheWay(path, 'untracked') }
}

/** Whether it is a file of the vault that the next commit of this sync takes in. */
async function isNotCommitted(repository: Repository, path: string | null): Promise<boolean> {
  return path !== null && (await changedPaths(repository)).includes(path)
}

/** The change that did it, without an id where all is in place already; null where somebody has written since. */
async function placeTexts(
  vault: VaultContext,
  repository: Repository,
  tree: string,
  own: readonly OwnText[],
): Promise<Pick<WriteOutcome, 'changeId'> | null> {
  if (own.length === 0) return { changeId: null }
  const kept = own.some(({ after }) => after === null) ? await listTree(repository, tree) : []
  const folders = new Set(kept.flatMap(foldersAbove))
  const plan = async (): Promise<readonly FileChange[]> => {
    const removals: FileChange[] = []
    const texts: FileChange[] = []
    for (const text of own) {
      const path = repository.withinVault(text.path)
      const file = await readNow(vault, path, text)
      const now = file?.text ?? null
      if (now === text.after) continue
      const merged = now === text.before ? text.after : await mergeWritten(vault, text, now)
      const next = merged === undefined && (await isCommitted(repository, text, now)) ? text.after : merged
      if (next === undefined || file?.isUtf8 === false) throw new Overtaken(text.path)
      if (file === null) {
        if (next !== null) texts.push({ kind: 'create', path, text: next })
        continue
      }
      const before = { text: file.text, hash: file.hash }
      if (next !== null) {
        if (next !== now) texts.push({ kind: 'replace', path, before, text: next })
        continue
      }
      const dropped = foldersAbove(text.path).findLast(
        (folder) => repository.isInVault(folder) && !folders.has(folder),
      )
      removals.push({
        kind: 'remove',
        path,
        before,
        ...(dropped !== undefined && { dropFolder: repository.withinVault(dropped) }),
      })
    }
    return [...removals, ...texts]
  }
  try {
    const options = { tool: 'sync', dryRun: false, mayTwin: true }
    return await vault.writer.change(options, async () => ({ changes: await plan(), facts: null }))
  } catch (error) {
    // An editor saves faster than it can be written: what it saved is committed, and merged anew.
    if (isOvertaken(error)) return null
    const path = wherePlanFailed(repository, error)
    if (path === null) throw error
    if (await isNotCommitted(repository, path)) return null
    const hidden = await hiddenInTheWay(repository, path)
    throw hidden ?? nameInTheWay(path, error instanceof Overtaken ? 'untracked' : 'twin')
  }
}

class Overtaken extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} is not as it was committed.`)
    this.path = path
  }
}

function wherePlanFailed(repository: Repository, error: unknown): string | null {
  if (error instanceof Overtaken) return error.path
  if (!(error instanceof VaultError) || error.code !== 'ALREADY_EXISTS') return null
  const { path } = error.facts
  return typeof path === 'string' ? repository.fromVault(path) : null
}

async function readNow({ files }: VaultContext, path: string, { before }: OwnText) {
  if (await files.isFolder(path)) return null
  return before === null ? await files.read(path) : await files.readSettled(path)
}

/**
 * A text with what somebody has written in it since it was committed; undefined where that cannot be joined, or takes too long here:
 * once it is committed, git merges it in a process of its own.
 */
async function mergeWritten(
  { textWork }: VaultContext,
  { path, before, after }: OwnText,
  now: string | null,
): Promise<string | undefined> {
  if (before === null || after === null || now === null) return undefined
  const marks = { ours: 'ours', theirs: 'theirs', size: 7 }
  const given = { path, base: before, theirs: after, marks }
  const merged = await textWork.run('mergeNoteOrCanvas', now, given).catch((error: unknown) => {
    if (error instanceof VaultError && error.code === 'CONFLICT') return null
    throw error
  })
  return merged === null || merged.conflicts > 0 ? undefined : merged.text
}

/** Whether git has this text, though it would write it otherwise itself: with other ends of lines. */
async function isCommitted(
  repository: Repository,
  { path, change }: OwnText,
  now: string | null,
): Promise<boolean> {
  return now !== null && (await blobOf(repository, path, now)) === change.before?.object
}

interface Taken {
  readonly ours: string
  readonly own: readonly OwnText[]
  readonly changeId: string | null
}

/** After an error, which is what the caller hears of: a file that somebody has changed since stays as it is. */
async function takeBack(
  vault: VaultContext,
  repository: Repository,
  { ours, own, changeId }: Taken,
): Promise<void> {
  const back = entriesOf(own, 'before', '0'.repeat(ours.length))
  await tell(repository, back).catch(() => undefined)
  if (changeId === null) return
  const how = { tool: 'sync', dryRun: false }
  await vault.changes.undo(changeId, how, () => Promise.resolve(null)).catch(() => undefined)
}

/** Leaves the merge as git itself would: its conflicts in the index, for any program that settles them. */
export async function beginMerge(
  repository: Repository,
  theirs: string,
  conflicts: readonly ConflictStage[],
): Promise<void> {
  const none = '0'.repeat(theirs.length)
  const input = [
    ...pathsOf(conflicts).map((path) => `0 ${none}\t${path}\0`),
    ...conflicts.map(({ mode, object, stage, path }) => `${mode} ${object} ${stage}\t${path}\0`),
  ].join('')
  await repository.git(['update-index', '-z', '--index-info'], { input })
  await repository.git(['update-ref', '--no-deref', 'MERGE_HEAD', theirs])
}
