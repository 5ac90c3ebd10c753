import { setTimeout as pause } from 'node:timers/promises'
import { commitVault, type VaultCommit } from '../git/commit-vault.ts'
import {
  beginFetch,
  type BegunFetch,
  type Destination,
  type Fetched,
  findBase,
  findDestination,
  notSent,
  pushTo,
  type Refused,
  tipsOf,
} from '../git/exchange.ts'
import { describeFiles } from '../git/describe-changes.ts'
import { notOnABranch } from '../git/git-error.ts'
import { printable } from '../model/lossless-text.ts'
import { readAttributes } from '../git/merge-trees.ts'
import type { OpenConflict } from '../git/open-conflicts.ts'
import type { Repository } from '../git/repository.ts'
import { notReady, repositoryState } from '../git/repository-state.ts'
import { currentBranch, findUpstream, type Upstream } from '../git/upstream.ts'
import { commitOf } from '../git/trees.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { concludeMerge } from './conclude-merge.ts'
import { takeIn } from './take-in.ts'
import { withoutMoved } from './without-moved.ts'

export type SyncStep = 'commit' | 'fetch' | 'merge' | 'push'

export interface SyncOptions {
  /** How git starts the merge of a note: a line for the shell. */
  readonly driver: string
  readonly signal: AbortSignal
  readonly progress: (step: SyncStep) => void
  /** A fetch that was begun before: the first turn takes what it brings. */
  readonly fetch?: BegunFetch | null
}

export interface Synced {
  /** Files committed here; 0 where nothing had changed. */
  readonly committed: number
  /** Whether a merge was ended whose conflicts a person has settled; its files are counted above. */
  readonly settled: boolean
  /** Files that came from elsewhere. */
  readonly received: number
  readonly pushed: boolean
  /** Notes whose links were led to where the other side had moved what they mean. */
  readonly relinked: readonly string[]
  /** Files that were taken in before, and that this sync sends as they were without it. */
  readonly takenBack: readonly string[]
  /** Folders of the vault that are repositories of their own: what is in them is not sent. */
  readonly repositories: readonly string[]
  /** For a person to settle; nothing is sent before. */
  readonly conflicts: readonly OpenConflict[]
  /** Settings and hooks of the repository that were not followed. */
  readonly refused: readonly string[]
  /** The branch that was no longer there, and that this sync has made there again; null where it was. */
  readonly madeAnew: string | null
  /** Null where the repository has nowhere to send to. */
  readonly remote: string | null
}

/** How long it goes on merging where others are always first, and where a lock keeps everybody from sending. */
const patience = { overtaken: 60_000, locked: 3_000 }

/**
 * Commits what has changed in the vault, fetches, merges and pushes. It never forces, and can be stopped and repeated at
 * any moment: notes are put in place as every change of flint's is, checked, whole and undoable, and only then does git
 * learn of it.
 */
export async function syncWithGit(
  vault: VaultContext,
  repository: Repository,
  options: SyncOptions,
): Promise<Synced> {
  return await vault.commits.alone(() => syncAlone(vault, repository, options), options.signal)
}

async function syncAlone(vault: VaultContext, repository: Repository, options: SyncOptions): Promise<Synced> {
  const branch = await currentBranch(repository)
  if (branch === null) {
    // git itself takes the branch away while it rebases.
    const state = await repositoryState(repository)
    throw state === 'ready' || state === 'merging' ? notOnABranch() : await notReady(repository, state)
  }
  const refused = repository.notFollowed
  const totals = {
    committed: 0,
    settled: false,
    received: 0,
    relinked: new Set<string>(),
    takenBack: new Set<string>(),
  }
  let repositories: readonly string[] = []
  const answer = (more: Pick<Synced, 'pushed' | 'conflicts' | 'remote'>): Synced => ({
    ...totals,
    relinked: [...totals.relinked],
    takenBack: [...totals.takenBack].map(printable),
    repositories: repositories.map(printable),
    refused,
    madeAnew: more.pushed ? madeAnew : null,
    ...more,
  })
  const late: Late = { turns: 0, since: null, lockedSince: null }
  let isToCommit = true
  const sent = new Set<string | null>()
  let madeAnew: string | null = null
  let { fetch: begun = null } = options
  for (;;) {
    options.signal.throwIfAborted()
    const upstream = findUpstream(repository, branch)
    const left = await concludeMerge(repository, upstream, options.driver)
    if (left.open.length > 0) return answer({ pushed: false, conflicts: left.open, remote: null })
    totals.settled ||= left.files !== null
    totals.committed += left.files ?? 0
    const prepared = upstream !== null && late.turns > 0 ? await prepareTurn(repository, upstream) : null
    const { commit, fetched } = await commitAndFetch(repository, upstream, { ...options, begun, isToCommit })
    begun = null
    const { files, marked, takenBack } = commit ?? { files: 0, marked: [], takenBack: [] }
    repositories = commit?.repositories ?? repositories
    totals.committed += files
    for (const path of await withoutMoved(vault, repository, takenBack)) totals.takenBack.add(path)
    if (marked.length > 0) {
      const conflicts = marked.map((path) => ({ path, kind: 'marks alone' }) as const)
      return answer({ pushed: false, conflicts, remote: null })
    }
    if (upstream === null) return answer({ pushed: false, conflicts: [], remote: null })
    const { remote } = upstream
    const { ours, theirs, gone } = await tipsOf(repository, upstream, fetched)
    madeAnew ??= gone
    if (ours === theirs) return answer({ pushed: sent.size > 0, conflicts: [], remote })
    const base = await findBase(repository, upstream, { ours, theirs })
    const send = async (destination: Destination, commit: string) => {
      options.progress('push')
      const pushed = await pushTo(repository, destination, commit, options.signal)
      if (pushed === 'pushed') sent.add(commit)
      return pushed
    }
    const merged = await takeIn(
      vault,
      repository,
      { ours, theirs, base },
      {
        driver: options.driver,
        progress: options.progress,
        attributes: prepared?.ours === ours ? prepared.attributes : undefined,
        send: prepared?.sendsFirst === true ? (commit) => send(prepared.destination, commit) : null,
      },
    )
    if (merged.kind !== 'done') {
      await waitForTurn(
        late,
        merged.kind === 'refused' ? merged.refused : { kind: 'overtaken', git: [] },
        options.signal,
      )
      // What is written meanwhile is for the next sync, where it is not in the way.
      isToCommit = merged.kind === 'overtaken'
      continue
    }
    totals.received += merged.received
    for (const path of merged.relinked) totals.relinked.add(path)
    if (merged.conflicts.length > 0) {
      return answer({ pushed: false, conflicts: merged.conflicts, remote })
    }
    if (merged.head === theirs || sent.has(merged.head))
      return answer({ pushed: sent.size > 0, conflicts: [], remote })
    const destination = prepared?.destination ?? (await findDestination(repository, upstream))
    const pushed = await send(destination, 'HEAD')
    if (pushed === 'pushed') return answer({ pushed: true, conflicts: [], remote })
    await waitForTurn(late, pushed, options.signal)
    isToCommit = false
  }
}

/**
 * What a turn needs to know of this side and of where it sends to, looked up before it fetches: whoever has been late once has as
 * little as possible to do between fetch and push.
 */
async function prepareTurn(repository: Repository, upstream: Upstream) {
  const [ours, destination] = await Promise.all([
    commitOf(repository, 'HEAD'),
    findDestination(repository, upstream),
  ])
  const attributes = ours === null ? new Map<string, string>() : await readAttributes(repository, ours)
  // Else it is put in place before it is sent: a branch that follows nothing yet is told what it follows by sending it.
  const sendsFirst = upstream.isSet
  return { ours, attributes, destination, sendsFirst }
}

interface CommitAndFetch extends Pick<SyncOptions, 'signal' | 'progress'> {
  readonly begun: BegunFetch | null
  readonly isToCommit: boolean
}

/** Side by side: the one looks at all files, the other waits for the network. Nobody waits for it where nothing is sent. */
async function commitAndFetch(
  repository: Repository,
  upstream: Upstream | null,
  { begun, isToCommit, signal, progress }: CommitAndFetch,
): Promise<{ readonly commit: VaultCommit | null; readonly fetched: Fetched | null }> {
  if (isToCommit) progress('commit')
  if (upstream !== null) progress('fetch')
  const fetch =
    upstream === null
      ? null
      : begun?.remote === upstream.remote
        ? begun
        : beginFetch(repository, upstream, signal)
  let commit: VaultCommit | null = null
  try {
    commit = isToCommit ? await commitVault(repository, describeFiles) : null
  } catch (error) {
    await fetch?.end()
    throw error
  }
  if (commit === null || commit.marked.length === 0) return { commit, fetched: (await fetch?.done) ?? null }
  await fetch?.end()
  return { commit, fetched: null }
}

interface Late {
  turns: number
  /** When it was refused first, and since when there has been nothing but a lock. */
  since: number | null
  lockedSince: number | null
}

/**
 * Whoever merges takes longer than others who send something small, and may be late many times in a row: so time decides when it
 * gives up, not a count. Chance keeps those who wait out of step.
 */
async function waitForTurn(late: Late, refused: Refused, signal: AbortSignal): Promise<void> {
  const now = performance.now()
  late.turns += 1
  late.since ??= now
  late.lockedSince = refused.kind === 'locked' ? (late.lockedSince ?? now) : null
  const isLocked = now - (late.lockedSince ?? now) > patience.locked
  if (isLocked || now - late.since > patience.overtaken) throw notSent(refused)
  // Why it was stopped the next turn says.
  await pause(Math.random() * Math.min(late.turns * 50, 500), undefined, { signal }).catch(() => undefined)
}
