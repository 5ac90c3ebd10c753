import type { Repository } from './repository.ts'

export interface Upstream {
  readonly remote: string
  /** `refs/heads/main`, over there. */
  readonly branch: string
  /** Whether the branch here knows of it. */
  readonly isSet: boolean
}

/** The branch that is checked out; null where there is none. */
export async function currentBranch(repository: Repository): Promise<string | null> {
  const { code, stdout } = await repository.git(['symbolic-ref', '--quiet', 'HEAD'], { expected: [1] })
  return code === 0 ? stdout.trim() : null
}

/** Where the branch is pushed to: what git was told, else the branch of that name in the only remote. */
export async function findUpstream(repository: Repository, branch: string): Promise<Upstream | null> {
  const name = branch.replace(/^refs\/heads\//, '')
  const remote = repository.setting(`branch.${name}.remote`)
  const merge = repository.setting(`branch.${name}.merge`)
  if (remote !== null && remote !== '.' && merge !== null) return { remote, branch: merge, isSet: true }
  const remotes = (await repository.git(['remote'])).stdout.split('\n').filter((line) => line !== '')
  const only = remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined
  return only === undefined ? null : { remote: only, branch, isSet: false }
}
