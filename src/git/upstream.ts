import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  const written = await writtenBranch(repository)
  if (written !== null) return written
  const { code, stdout } = await repository.git(['symbolic-ref', '--quiet', 'HEAD'], { expected: [1] })
  return code === 0 ? stdout.trim() : null
}

/**
 * The branch that HEAD names, as git writes it; null where only git can tell: its references lie elsewhere, as `.invalid` says
 * and a second work tree has it, or the branch is itself another name of one.
 */
async function writtenBranch({ gitFolder, top, fileOf }: Repository): Promise<string | null> {
  if (gitFolder !== join(top, '.git')) return null
  const read = async (name: string) => await readFile(fileOf(name), 'utf8').catch(() => '')
  const branch = /^ref: (?<branch>refs\/heads\/[!-~]+)\n$/.exec(await read('HEAD'))?.groups?.['branch']
  if (branch === undefined || branch === 'refs/heads/.invalid') return null
  return (await read(branch)).startsWith('ref:') ? null : branch
}

/** `main`, of `refs/heads/main`. */
export function nameOf(branch: string): string {
  return branch.replace(/^refs\/heads\//, '')
}

/** What is known here of the branch over there, as git shows it: `origin/main`. */
export function knownAs({ remote, branch }: Upstream): string {
  return `${remote}/${nameOf(branch)}`
}

/** Where the branch is pushed to: what git was told, else the branch of that name in the only remote. */
export function findUpstream(repository: Repository, branch: string): Upstream | null {
  const name = nameOf(branch)
  const remote = repository.setting(`branch.${name}.remote`)
  const merge = repository.setting(`branch.${name}.merge`)
  if (remote !== null && remote !== '.' && merge !== null) return { remote, branch: merge, isSet: true }
  const remotes = repository.remotes
  const only = remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined
  return only === undefined ? null : { remote: only, branch, isSet: false }
}
