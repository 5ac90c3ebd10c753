import { readFile } from 'node:fs/promises'
import type { Repository } from './repository.ts'

export interface Upstream {
  readonly remote: string
  /** `refs/heads/main`, over there. */
  readonly branch: string
  /** Whether the branch here knows of it. */
  readonly isSet: boolean
}

/**
 * The branch that is checked out; null where there is none. git is asked where the file does not say it as git writes it, or
 * the references lie elsewhere, as its `.invalid` says.
 */
export async function currentBranch(repository: Repository): Promise<string | null> {
  const head = await readFile(repository.fileOf('HEAD'), 'utf8').catch(() => '')
  const named = /^ref: (refs\/heads\/[!-~]+)\n$/.exec(head)?.[1]
  if (named !== undefined && named !== 'refs/heads/.invalid') return named
  const { code, stdout } = await repository.git(['symbolic-ref', '--quiet', 'HEAD'], { expected: [1] })
  return code === 0 ? stdout.trim() : null
}

/** Where the branch is pushed to: what git was told, else the branch of that name in the only remote. */
export function findUpstream(repository: Repository, branch: string): Upstream | null {
  const name = branch.replace(/^refs\/heads\//, '')
  const remote = repository.setting(`branch.${name}.remote`)
  const merge = repository.setting(`branch.${name}.merge`)
  if (remote !== null && remote !== '.' && merge !== null) return { remote, branch: merge, isSet: true }
  const remotes = repository.remotes
  const only = remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined
  return only === undefined ? null : { remote: only, branch, isSet: false }
}
