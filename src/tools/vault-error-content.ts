import type { VaultError } from '../model/vault-error.ts'

/** An error as callers see it: code, message, hint, facts. */
export function vaultErrorContent({ code, message, facts }: VaultError): object {
  const { hint, ...rest } = facts
  return { code, message, ...(hint !== undefined && { hint }), ...rest }
}
