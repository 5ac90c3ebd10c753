import type { Repository } from './repository.ts'

export interface CommitText {
  readonly message: string
  /** The user of git where it is left out. */
  readonly author?: { readonly name: string; readonly email: string } | undefined
  readonly time?: Date | undefined
}

/** Makes a commit of a tree, signed where the user has all of theirs signed. No branch leads to it yet. */
export async function makeCommit(
  repository: Repository,
  tree: string,
  parents: readonly string[],
  { message, author, time }: CommitText,
): Promise<string> {
  const signing = (await isSigned(repository)) ? ['--gpg-sign'] : []
  const from = parents.flatMap((parent) => ['-p', parent])
  const { stdout } = await repository.git(['commit-tree', ...signing, ...from, '-F', '-', tree], {
    input: message,
    env: {
      ...(author && { GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email }),
      ...(time && { GIT_AUTHOR_DATE: time.toISOString() }),
    },
  })
  return stdout.trim()
}

/** Whether the user has all of their commits signed. */
async function isSigned(repository: Repository): Promise<boolean> {
  if (repository.setting('commit.gpgsign') === null) return false
  const { stdout } = await repository.git(['config', '--type=bool', '--get', 'commit.gpgSign'], {
    expected: [1],
  })
  return stdout.trim() === 'true'
}

/** Has the branch that is checked out end with a commit; fails with `GIT_ERROR` where it no longer ends as it did. */
export async function moveBranch(
  repository: Repository,
  { to, from, why }: { readonly to: string; readonly from: string | null; readonly why: string },
): Promise<void> {
  await repository.git(['update-ref', '-m', why, 'HEAD', to, from ?? '0'.repeat(to.length)])
}
