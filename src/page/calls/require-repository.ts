import { Repository } from '../../git/repository.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'

/** The repository that a vault lies in; GIT_ERROR where it is in none. */
export async function requireRepository(
  { root, name }: VaultContext,
  signal: AbortSignal,
): Promise<Repository> {
  const repository = await Repository.find(root, signal)
  if (repository !== null) return repository
  throw new VaultError('GIT_ERROR', `The folder of vault "${name}" is in no git repository.`, {
    hint: 'Make it one with git init and a first commit, or clone one.',
  })
}
