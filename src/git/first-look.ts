import { atMost } from '../model/at-most.ts'
import { fetchFrom, tipsOf } from './exchange.ts'
import type { Repository } from './repository.ts'
import { repositoryState } from './repository-state.ts'
import { currentBranch, findUpstream } from './upstream.ts'
import { changedPaths } from './work-tree-status.ts'

/** What a sync finds before it changes anything. */
export interface FirstLook {
  /** The remote where nothing is to be done: nothing is under way or not committed, and both sides have the same. */
  readonly inStepWith: string | null
  /** A fetch that was begun, and may go on. */
  readonly fetch: BegunFetch | null
}

export interface BegunFetch {
  readonly remote: string
  readonly done: Promise<void>
}

const mostMs = 2_000

/** Looks at the work tree and fetches. Why it cannot be fetched, and what takes long, is for who goes on with the fetch. */
export async function lookFirst(repository: Repository, signal: AbortSignal): Promise<FirstLook> {
  const isReady = (await repositoryState(repository)) === 'ready'
  const branch = isReady ? await currentBranch(repository) : null
  const upstream = branch === null ? null : await findUpstream(repository, branch)
  if (upstream === null) return { inStepWith: null, fetch: null }
  const { remote } = upstream
  const done = fetchFrom(repository, upstream, signal)
  const isFetched = done.then(
    () => true,
    () => false,
  )
  const fetch = { remote, done }
  if ((await changedPaths(repository)).length > 0 || (await atMost(mostMs, isFetched)) !== true)
    return { inStepWith: null, fetch }
  const { ours, theirs } = await tipsOf(repository, upstream)
  return { inStepWith: ours !== null && ours === theirs ? remote : null, fetch }
}
