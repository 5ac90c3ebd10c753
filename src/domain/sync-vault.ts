import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileChange } from '../changes/change-plan.ts'
import { changedPaths, commitVault, withMarks } from '../git/commit-vault.ts'
import { renameFollower } from '../git/follow-renames.ts'
import { mergeTrees, type ConflictStage } from '../git/merge-trees.ts'
import type { Repository } from '../git/repository.ts'
import { describeState, repositoryState } from '../git/repository-state.ts'
import { commitOf, diffTrees, listTree, readBlob, withTexts } from '../git/trees.ts'
import { currentBranch, findUpstream, type Upstream } from '../git/upstream.ts'
import { readLinks } from '../markdown/read/read-links.ts'
import { isNotePath } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

export interface SyncOptions {
  /** How git starts the merge of a note: a line for the shell. */
  readonly driver: string
  readonly signal: AbortSignal
  readonly progress: (step: string) => void
}

export interface Synced {
  /** Files committed here; 0 where nothing had changed. */
  readonly committed: number
  /** Files that came from elsewhere. */
  readonly received: number
  readonly pushed: boolean
  /** Notes whose links were led to where the other side had moved what they mean. */
  readonly relinked: readonly string[]
  /** Files with both texts in them, for a person to settle. */
  readonly conflicts: readonly string[]
  /** Settings of the repository that were not followed. */
  readonly refused: readonly string[]
  /** Null where the repository has nowhere to send to. */
  readonly remote: string | null
}

const mostTurns = 8

/**
 * Commits what has changed in the vault, fetches, merges and pushes. It never forces, and can be stopped and repeated at
 * any moment: notes are put in place as every change of flint's is, checked, whole and undoable, and only then does git
 * learn of it.
 */
export async function syncVault(
  vault: VaultContext,
  repository: Repository,
  options: SyncOptions,
): Promise<Synced> {
  const branch = await currentBranch(repository)
  if (branch === null) throw notOnABranch()
  const refused = repository.refused.map(({ name }) => name)
  const totals = { committed: 0, received: 0, relinked: new Set<string>() }
  const answer = (more: Pick<Synced, 'pushed' | 'conflicts' | 'remote'>): Synced => ({
    ...totals,
    relinked: [...totals.relinked],
    refused,
    ...more,
  })
  for (let turn = 1; ; turn += 1) {
    options.signal.throwIfAborted()
    const left = await conclude(repository)
    if (left.length > 0) return answer({ pushed: false, conflicts: left, remote: null })
    options.progress('commit')
    const { files, marked } = await commitVault(repository, describeCommit)
    totals.committed += files
    if (marked.length > 0) return answer({ pushed: false, conflicts: marked, remote: null })
    const upstream = await findUpstream(repository, branch)
    if (upstream === null) return answer({ pushed: false, conflicts: [], remote: null })
    options.progress('fetch')
    const theirs = await fetchFrom(repository, upstream, options.signal)
    const merged = await takeIn(vault, repository, theirs, options)
    if (merged.kind === 'overtaken') {
      if (turn === mostTurns) throw tooBusy()
      await pause(turn * 20)
      continue
    }
    totals.received += merged.received
    for (const path of merged.relinked) totals.relinked.add(path)
    if (merged.conflicts.length > 0) {
      return answer({ pushed: false, conflicts: merged.conflicts, remote: upstream.remote })
    }
    options.progress('push')
    const pushed = await push(repository, upstream, theirs, options.signal)
    if (pushed !== 'behind')
      return answer({ pushed: pushed === 'pushed', conflicts: [], remote: upstream.remote })
    if (turn === mostTurns) throw tooBusy()
  }
}

function describeCommit(paths: readonly string[]): string {
  const names = paths.slice(0, 20).map((path) => `- ${path}`)
  const more = paths.length > names.length ? [`- and ${paths.length - names.length} more`] : []
  const subject =
    paths.length === 1 ? `notes: ${(paths[0] ?? '').slice(0, 60)}` : `notes: ${paths.length} files`
  return [subject, '', ...names, ...more].join('\n')
}

/** Ends a merge that a person has settled; the files that are not settled yet. */
async function conclude(repository: Repository): Promise<readonly string[]> {
  const state = await repositoryState(repository)
  if (state === 'ready') return []
  if (state !== 'merging') throw notReady(state)
  const { stdout } = await repository.git(['diff', '--name-only', '--diff-filter=U', '-z'])
  const unmerged = stdout.split('\0').filter((path) => path !== '')
  const marked = await withMarks(repository, [...new Set([...unmerged, ...(await changedPaths(repository))])])
  const inside = unmerged.filter((path) => isBelow(repository, path))
  const open = [...new Set([...marked, ...unmerged.filter((path) => !inside.includes(path))])]
  if (open.length > 0) return open
  await repository.git(['add', '--all', '--', repository.pathspec])
  await repository.git(['commit', '--quiet', '--no-verify', '--no-edit', '-m', 'notes: conflicts settled'])
  return []
}

async function fetchFrom(
  repository: Repository,
  { remote, branch }: Upstream,
  signal: AbortSignal,
): Promise<string | null> {
  const { code, stderr } = await repository.git(
    ['fetch', ...ownPrograms.fetch, '--quiet', '--no-tags', '--no-write-fetch-head', remote],
    {
      expected: [128],
      signal,
    },
  )
  if (code !== 0) throw notReached(remote, stderr)
  return await commitOf(repository, `refs/remotes/${remote}/${branch.replace(/^refs\/heads\//, '')}`)
}

/** Of several settings of these git takes the first, which may be the repository's: only an option beats it. */
const ownPrograms = { fetch: ['--upload-pack=git-upload-pack'], push: ['--receive-pack=git-receive-pack'] }

type TakenIn =
  | { readonly kind: 'overtaken' }
  | {
      readonly kind: 'done'
      readonly received: number
      readonly relinked: readonly string[]
      readonly conflicts: readonly string[]
    }

const nothing: TakenIn = { kind: 'done', received: 0, relinked: [], conflicts: [] }

/** Merges what came and puts it in place. */
async function takeIn(
  vault: VaultContext,
  repository: Repository,
  theirs: string | null,
  options: SyncOptions,
): Promise<TakenIn> {
  if (theirs === null) return nothing
  const ours = await commitOf(repository, 'HEAD')
  if (ours === null) throw notOnABranch()
  const { code, stdout } = await repository.git(['merge-base', ours, theirs], { expected: [1] })
  const base = code === 0 ? stdout.trim() : null
  if (base === theirs) return nothing
  options.progress('merge')
  const folder = await mkdtemp(join(tmpdir(), 'flint-sync-'))
  try {
    const attributesFile = join(folder, 'attributes')
    await writeFile(attributesFile, '*.md merge=flint\n*.canvas merge=flint\n')
    const isBehind = base === ours
    const merged = isBehind
      ? { tree: theirs, conflicts: [] }
      : await mergeTrees(repository, ours, theirs, { driver: options.driver, attributesFile })
    const relinked =
      isBehind || base === null
        ? new Map<string, string>()
        : await followLinks(vault, repository, { base, ours, theirs, tree: merged.tree })
    const tree = isBehind ? theirs : await withTexts(repository, merged.tree, relinked)
    const isPlaced = await placeNotes(vault, repository, ours, tree)
    if (!isPlaced) return { kind: 'overtaken' }
    const received = (await diffTrees(repository, ours, tree)).length
    await placeTheRest(repository, ours, tree)
    const conflicts = [...new Set(merged.conflicts.map(({ path }) => path))]
    if (conflicts.length > 0) {
      await beginMerge(repository, theirs, merged.conflicts)
      return { kind: 'done', received, relinked: [...relinked.keys()], conflicts }
    }
    const commit = isBehind ? theirs : await commitMerge(repository, tree, [ours, theirs])
    await repository.git(['update-ref', '-m', 'notes: sync', 'HEAD', commit, ours])
    await repository.git(['update-index', '-q', '--refresh'], { expected: [1] })
    return { kind: 'done', received, relinked: [...relinked.keys()], conflicts: [] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function commitMerge(
  repository: Repository,
  tree: string,
  parents: readonly string[],
): Promise<string> {
  const from = parents.flatMap((parent) => ['-p', parent])
  const { stdout } = await repository.git(['commit-tree', tree, ...from, '-m', 'notes: merge'])
  return stdout.trim()
}

/** Links that one side wrote to what the other renamed, as texts by path. */
async function followLinks(
  { settings }: VaultContext,
  repository: Repository,
  { base, ours, theirs, tree }: Readonly<Record<'base' | 'ours' | 'theirs' | 'tree', string>>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const after = (await listTree(repository, tree)).filter(isNotePath)
  for (const [writer, renamer] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const renamed = await diffTrees(repository, base, renamer, { renames: true })
    const renames = new Map(
      renamed.flatMap(({ from, path }) => (from !== null && isNotePath(from) ? [[from, path] as const] : [])),
    )
    if (renames.size === 0) continue
    const before = (await listTree(repository, writer)).filter(isNotePath)
    const follow = renameFollower({ before, after, renames, linkPath: settings.linkPath })
    for (const { path: from, status } of await diffTrees(repository, base, writer)) {
      const path = renames.get(from) ?? from
      if (status === 'D' || !isNotePath(from) || !after.includes(path)) continue
      const text = texts.get(path) ?? (await readBlob(repository, tree, path))
      if (text === null) continue
      const other = await readBlob(repository, renamer, path)
      const settled = new Set(other === null ? [] : readLinks(other).map(({ target }) => target))
      const followed = follow({ path, from, text, settled })
      if (followed !== text) texts.set(path, followed)
    }
  }
  return texts
}

/**
 * Puts the notes of a tree in place, as one change that can be undone. False where a note is not as it was committed:
 * somebody has written since.
 */
async function placeNotes(
  vault: VaultContext,
  repository: Repository,
  ours: string,
  tree: string,
): Promise<boolean> {
  const differing = (await diffTrees(repository, ours, tree)).filter(({ path }) =>
    isOwnText(repository, path),
  )
  if (differing.length === 0) return true
  const wanted = await Promise.all(
    differing.map(async ({ path }) => ({
      path: withinVault(repository, path),
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

function isBelow({ vaultPath }: Repository, path: string): boolean {
  return vaultPath === '' || path.startsWith(`${vaultPath}/`)
}

/** Notes and canvases of the vault that flint may write; hidden files are git's to put in place. */
function isOwnText(repository: Repository, path: string): boolean {
  if (!isBelow(repository, path) || !/\.(?:md|canvas)$/i.test(path)) return false
  return !withinVault(repository, path)
    .split('/')
    .some((part) => part.startsWith('.'))
}

function withinVault({ vaultPath }: Repository, path: string): string {
  return vaultPath === '' ? path : path.slice(vaultPath.length + 1)
}

/** Lets git know of the notes that are in place, and put the other files there. */
async function placeTheRest(repository: Repository, ours: string, tree: string): Promise<void> {
  const placed = (await diffTrees(repository, ours, tree))
    .map(({ path }) => path)
    .filter((path) => isOwnText(repository, path))
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
async function beginMerge(
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

async function push(
  repository: Repository,
  { remote, branch, isSet }: Upstream,
  theirs: string | null,
  signal: AbortSignal,
): Promise<'pushed' | 'same' | 'behind'> {
  const ours = await commitOf(repository, 'HEAD')
  if (ours === theirs || ours === null) return 'same'
  const { code, stderr } = await repository.git(
    [
      'push',
      ...ownPrograms.push,
      '--quiet',
      '--no-verify',
      ...(isSet ? [] : ['--set-upstream']),
      remote,
      `HEAD:${branch}`,
    ],
    { expected: [1, 128], signal },
  )
  if (code === 0) return 'pushed'
  if (/\[rejected\]|non-fast-forward|fetch first|cannot lock ref|failed to update ref/.test(stderr))
    return 'behind'
  throw notReached(remote, stderr)
}

function notOnABranch(): VaultError {
  return new VaultError(
    'GIT_ERROR',
    'The repository has no branch checked out, or no commit yet. Nothing was changed.',
    {
      hint: 'Check out a branch with git, make a first commit there, then repeat it.',
    },
  )
}

function notReady(state: Parameters<typeof describeState>[0]): VaultError {
  return new VaultError('GIT_ERROR', `${describeState(state)} Nothing was committed.`, {
    state,
    hint: 'Finish it or give it up with git, then repeat it.',
  })
}

function tooBusy(): VaultError {
  return new VaultError('CONFLICT', 'Others write or push faster than it can be merged. Nothing is lost.', {
    hint: 'Repeat it in a moment.',
  })
}

function notReached(remote: string, stderr: string): VaultError {
  const said = stderr
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 5)
  return new VaultError('GIT_ERROR', `"${remote}" could not be reached, or takes nothing from here.`, {
    git: said,
    hint: 'Sign in with git itself, or mend the address of the remote, then repeat it. What was committed here stays.',
  })
}
