import { setTimeout as pause } from 'node:timers/promises'
import { VaultError } from '../model/vault-error.ts'
import { allowedProtocols } from './call-git.ts'
import { expectNoPrograms, localFolder } from './expect-no-programs.ts'
import { isLocked, isOvertaken, linesOf, lockIn, notReached, rewritten, unrelated } from './git-error.ts'
import { printable } from '../model/lossless-text.ts'
import type { Repository } from './repository.ts'
import { objectsOf } from './trees.ts'
import { knownAs, nameOf, type Upstream } from './upstream.ts'

/** A fetch that goes on while other things are done. */
export interface BegunFetch {
  readonly remote: string
  readonly done: Promise<Fetched>
  /** Stops it, and waits until it has stopped. */
  readonly end: () => Promise<void>
}

/** Nobody hears why it fails but who waits for it. */
export function beginFetch(repository: Repository, upstream: Upstream, signal: AbortSignal): BegunFetch {
  const ending = new AbortController()
  const done = fetchFrom(repository, upstream, AbortSignal.any([signal, ending.signal]))
  const ended = done.then(
    () => undefined,
    () => undefined,
  )
  return {
    remote: upstream.remote,
    done,
    async end() {
      ending.abort()
      await ended
    },
  }
}

/** What a fetch has found over there. */
export interface Fetched {
  /** Whether the branch is there: what is known of one that was removed stays here. */
  readonly hasBranch: boolean
}

export async function fetchFrom(
  repository: Repository,
  upstream: Upstream,
  signal: AbortSignal,
  silenceS = longestSilenceS,
): Promise<Fetched> {
  const { remote } = upstream
  expectRemote(repository, remote)
  for (let turn = 1; ; turn += 1) {
    const { code, stderr } = await repository.git(
      [
        ...notWaitingFor(repository, silenceS),
        ...['-c', 'fetch.output=full', 'fetch', '--upload-pack=git-upload-pack', '--verbose'],
        ...['--no-progress', '--no-tags', '--no-write-fetch-head', '--', remote],
      ],
      { expected: [1, 128], signal, env: reaching },
    )
    // ` = [up to date]      main       -> origin/main`
    if (code === 0) {
      const known = `-> ${knownAs(upstream)} `
      return { hasBranch: stderr.split('\n').some((line) => `${line} `.includes(known)) }
    }
    if (turn === mostTurns || !isLocked(stderr)) throw repository.withRefused(notReached(remote, stderr))
    await pause(turn * 50 * Math.random(), undefined, { signal })
  }
}

// Whoever fetches beside it ends soon.
const mostTurns = 10

export interface Tips {
  readonly ours: string | null
  readonly theirs: string | null
  /** The name of the branch where the other side had it the last time, and has it no more; else null. */
  readonly gone: string | null
}

/** The last commit here, and the one that the other side had when it was fetched; null where there is none. */
export async function tipsOf(
  repository: Repository,
  upstream: Upstream,
  fetched: Fetched | null,
): Promise<Tips> {
  const [ours = null, theirs = null] = await objectsOf(repository, [
    'HEAD^{commit}',
    `refs/remotes/${knownAs(upstream)}^{commit}`,
  ])
  const isThere = fetched?.hasBranch === true
  const isGone = fetched !== null && !isThere && theirs !== null
  return { ours, theirs: isThere ? theirs : null, gone: isGone ? nameOf(upstream.branch) : null }
}

/**
 * The last commit that both sides have; null where one of them has none. Fails with `CONFLICT` where others have taken commits out of
 * the branch over there that are still here, or with `GIT_ERROR` where nothing there is known here. Whoever fetched, git keeps for a
 * while what it has known of that branch.
 */
export async function findBase(
  repository: Repository,
  upstream: Upstream,
  { ours, theirs }: Pick<Tips, 'ours' | 'theirs'>,
): Promise<string | null> {
  if (ours === null || theirs === null) return null
  const known = knownAs(upstream)
  const ask = async (...question: string[]) =>
    await repository.git(['merge-base', ...question], { expected: [1, 128] })
  const isIn = async (commit: string, other: string) => (await ask('--is-ancestor', commit, other)).code === 0
  const old = (await ask('--fork-point', `refs/remotes/${known}`, ours)).stdout.trim()
  if (old === theirs) return theirs
  const { code, stdout } = await repository.git(['merge-base', ours, theirs], { expected: [1] })
  const base = stdout.trim()
  const isKept = old === '' || old === base || (await isIn(old, theirs))
  const areRemoved = !isKept && (await isIn(theirs, old))
  if (code === 1) throw unrelated(theirs)
  // Else somebody has decided to have both.
  if (!isKept && (areRemoved || base !== theirs))
    throw rewritten(known, { old: old.slice(0, 12), areRemoved })
  return base
}

/** Why nothing was sent, which may be otherwise in a moment: the other side has more by now, or a git has locked it. */
export interface Refused {
  readonly kind: 'overtaken' | 'locked'
  /** git's own words. */
  readonly git: readonly string[]
}

/** What is told once nothing can be sent in a moment either. */
export function notSent({ kind, git }: Refused): VaultError {
  const said = git.length > 0 && { git: git.slice(0, 5) }
  if (kind === 'overtaken')
    return new VaultError('CONFLICT', 'Others write or push faster than it can be merged. Nothing is lost.', {
      ...said,
      hint: 'Repeat it in a moment.',
    })
  return new VaultError(
    'GIT_ERROR',
    'Over there a git holds a lock, or left it when it was stopped: nobody can send anything. What was committed here stays.',
    {
      ...said,
      hint: `Repeat it in a moment. If that does not help, remove the lock over there: ${printable(lockIn(git.join('\n')) ?? '')}`,
    },
  )
}

/** Where something is sent to, once nothing there runs a program of a repository's own. */
export interface Destination {
  readonly upstream: Upstream
  /** What receives it over there. */
  readonly receivePack: string
}

/** Fails with `GIT_ERROR` where a repository on this machine receives it that brings programs. */
export async function findDestination(repository: Repository, upstream: Upstream): Promise<Destination> {
  const { remote } = upstream
  // git tells an address a line, whatever is in it.
  if (['url', 'pushurl'].some((key) => repository.valuesOf(`remote.${remote}.${key}`).some(hasLineBreak)))
    throw oddAddress(remote)
  const urls = (await pushAddresses(repository, remote)).filter((url) => url !== '')
  const folders = urls.flatMap((url) => localFolder(url, repository.top) ?? [])
  await expectNoPrograms(remote, folders)
  return { upstream, receivePack: folders.length > 0 ? receiveHere : 'git-receive-pack' }
}

/** Where a remote is sent to. Only where a setting lets one address stand for another does git have to say it. */
async function pushAddresses(repository: Repository, remote: string): Promise<readonly string[]> {
  if (!repository.rewritesAddresses) {
    const pushed = repository.valuesOf(`remote.${remote}.pushurl`)
    return pushed.length > 0 ? pushed : repository.valuesOf(`remote.${remote}.url`)
  }
  const { stdout } = await repository.git(['remote', 'get-url', '--push', '--all', '--', remote])
  return stdout.split('\n')
}

function hasLineBreak(text: string): boolean {
  return text.includes('\n')
}

function oddAddress(remote: string): VaultError {
  return new VaultError(
    'GIT_ERROR',
    `The address of "${remote}" goes over several lines. Nothing was sent.`,
    {
      hint: 'Mend it with git remote set-url. What was committed here stays.',
    },
  )
}

/** Sends a commit, or what is checked out where it is `HEAD`, never by force. */
export async function pushTo(
  repository: Repository,
  { upstream: { remote, branch, isSet }, receivePack }: Destination,
  commit: string,
  signal: AbortSignal,
): Promise<'pushed' | Refused> {
  const { code, stderr } = await repository.git(
    [
      ...notWaitingFor(repository, longestSilenceS),
      'push',
      `--receive-pack=${receivePack}`,
      '--quiet',
      '--no-verify',
      ...(isSet ? [] : ['--set-upstream']),
      '--',
      remote,
      `${commit}:${branch}`,
    ],
    { expected: [1, 128], signal, env: reaching },
  )
  if (code === 0) return 'pushed'
  if (isOvertaken(stderr))
    return { kind: lockIn(stderr) === null ? 'overtaken' : 'locked', git: linesOf(stderr) }
  throw repository.withRefused(notReached(remote, stderr))
}

/** Of several settings of `uploadpack` and `receivepack` git takes the first, which may be the repository's: only an option beats it. */
const receiveHere =
  'git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.alternateRefsCommand= -c receive.autogc=false receive-pack'

const reaching = { GIT_ALLOW_PROTOCOL: allowedProtocols }

const longestSilenceS = 60

/** Has git give up a server that sends nothing for so long, unless its settings say how long. */
function notWaitingFor(repository: Repository, seconds: number): readonly string[] {
  if (repository.setting('http.lowspeedtime') !== null) return []
  return ['-c', 'http.lowSpeedLimit=1', '-c', `http.lowSpeedTime=${seconds}`]
}

/**
 * GIT_ERROR for what is no remote, or several: git would hand the work on to calls of its own, which take the programs that the
 * repository names.
 */
function expectRemote(repository: Repository, remote: string): void {
  if (
    repository.setting(`remote.${remote}.url`) === null ||
    repository.setting(`remotes.${remote}`) !== null
  ) {
    throw new VaultError(
      'GIT_ERROR',
      `"${remote}", which the branch follows, is no single remote of this repository.`,
      { hint: 'git branch --set-upstream-to says which branch it follows. What was committed here stays.' },
    )
  }
  const brought = repository.refused.some((name) => /^remote\..*\.uploadpack$/.test(name))
  if (!brought || !repository.isPartial) return
  throw repository.withRefused(
    new VaultError(
      'GIT_ERROR',
      'In a partial clone git would run the program that its settings name for the other side.',
      {
        hint: 'Take the setting out of .git/config, if it is not yours, or fetch with git itself. What was committed here stays.',
      },
    ),
  )
}
