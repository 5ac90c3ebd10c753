import { z } from 'zod'
import { resolveVault } from '../../call/resolve-vaults.ts'
import type { DialectFacts } from '../../call/tool.ts'
import type { ErrorContent } from '../../call/vault-error-content.ts'

export const flintNoteDialect: DialectFacts = {
  vaultParameter: 'vault_id',
  // That server asks, and its callers know confirm.
  findVault: resolveVault,
  failure: flatError,
}

export const vaultId = {
  vault_id: z.string().min(1).max(64).optional().describe('Vault, else the active one.'),
}

/** The code in small letters in the place of our object; ours and the hint stand beside it. */
function flatError({ code, ...rest }: ErrorContent): object {
  return { error: code.toLowerCase(), code, ...rest }
}
