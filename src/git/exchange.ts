import { notReached } from './git-error.ts'
import type { Repository } from './repository.ts'
import { commitOf } from './trees.ts'
import type { Upstream } from './upstream.ts'

/** The commit that the other side has, once it is fetched; null where it has no such branch yet. */
export async function fetchFrom(
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

/** Sends what is committed here, never by force. `behind` where the other side has more by now. */
export async function pushTo(
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

/** Of several settings of these git takes the first, which may be the repository's: only an option beats it. */
const ownPrograms = { fetch: ['--upload-pack=git-upload-pack'], push: ['--receive-pack=git-receive-pack'] }
