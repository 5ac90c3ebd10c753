import type { RecordedChange } from '../changes/recorded-change.ts'
import { Repository } from '../git/repository.ts'
import { repositoryState } from '../git/repository-state.ts'
import { VaultError } from '../model/vault-error.ts'

/**
 * CONFLICT for a change that a sync has made whose merge is not ended yet: with its files as before, the merge would take back
 * for everybody what others have sent.
 */
export async function expectMerged(
  root: string,
  { id, tool }: Pick<RecordedChange, 'id' | 'tool'>,
): Promise<void> {
  if (tool !== 'sync') return
  const repository = await Repository.find(root)
  if (repository === null || (await repositoryState(repository)) !== 'merging') return
  throw new VaultError(
    'CONFLICT',
    `Change ${id} cannot be undone: a merge is under way that it may be part of. Nothing was changed.`,
    {
      change_id: id,
      hint: 'Settle the conflicts and sync again, then undo it; or give the merge up with git merge --abort, which puts its files back as they were.',
    },
  )
}
