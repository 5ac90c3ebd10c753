import { Repository } from '../git/repository.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Cli } from './cli.ts'

/** The repository of the vault that this command acts on, or of the working directory where there is none. */
export async function repositoryHere(cli: Cli): Promise<Repository> {
  cli.named.atMostOne()
  const { hub } = await cli.app()
  const known = await hub.current()
  const repository = await Repository.find(known?.root ?? cli.cwd, cli.signal)
  if (repository !== null) return repository
  throw new VaultError('GIT_ERROR', 'This folder is in no git repository.', {
    hint: 'Make it one with git init and a first commit, or clone one.',
  })
}
