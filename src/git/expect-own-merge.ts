import { readFile, stat } from 'node:fs/promises'
import { VaultError } from '../model/vault-error.ts'
import type { Repository } from './repository.ts'
import { knownAs, type Upstream } from './upstream.ts'

/**
 * Fails with `GIT_ERROR` where the merge that is under way brings in what others have not sent: to end it would send a branch that
 * somebody only looked at.
 */
export async function expectOwnMerge(repository: Repository, upstream: Upstream | null): Promise<void> {
  // git writes down what the commit will say, and flint, which says it itself, does not.
  const message = await stat(repository.fileOf('MERGE_MSG')).catch(() => null)
  if (message === null || (await isOfUpstream(repository, upstream))) return
  throw new VaultError(
    'GIT_ERROR',
    'A merge is under way in this repository that brings in what others have not sent. Nothing was committed.',
    {
      state: 'merging',
      hint: 'git commit ends it, and the next sync then sends what it brings in; git merge --abort gives it up. Then repeat it.',
    },
  )
}

async function isOfUpstream(repository: Repository, upstream: Upstream | null): Promise<boolean> {
  if (upstream === null) return false
  const merged = (await readFile(repository.fileOf('MERGE_HEAD'), 'utf8')).split('\n').filter(Boolean)
  const asked = [
    'rev-list',
    '--max-count=1',
    '--end-of-options',
    ...merged,
    `^refs/remotes/${knownAs(upstream)}`,
    '--',
  ]
  const { code, stdout } = await repository.git(asked, { expected: [128] })
  return code === 0 && stdout === ''
}
