import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/** Holds one call to the number of notes that the vault lets it delete. */
export function refuseTooMany(vault: VaultContext, notes: readonly { readonly path: string }[]): void {
  const most = vault.config.deletion.max_bulk_delete
  if (notes.length <= most) return
  throw new VaultError(
    'CONFLICT',
    `${notes.length} notes would be deleted; this vault allows ${most} in one call. Nothing was changed.`,
    {
      note_count: notes.length,
      max_bulk_delete: most,
      examples: notes.slice(0, 10).map(({ path }) => path),
      hint: "Choose fewer notes, or have the vault's owner raise deletion.max_bulk_delete in .flint-note/config.yml.",
    },
  )
}
