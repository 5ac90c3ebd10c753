import { Repository } from '../git/repository.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Cli } from './cli.ts'

/**
 * The repository of this run's vault, which is not opened for it; null where only opening the vault tells, or git does not
 * work there: then the call of a tool says why.
 */
export async function repositoryNear(cli: Cli) {
  const near = await cli.glance()
  if (near === null) return null
  const { known, root, mayWrite } = near
  const repository = await Repository.find(root, cli.signal, cli.statusAhead).catch((error: unknown) => {
    if (error instanceof VaultError) return null
    throw error
  })
  return (
    repository && {
      repository,
      root,
      mayWrite,
      mark: { vault: { id: known.id, name: known.name, is_current: true } },
    }
  )
}
