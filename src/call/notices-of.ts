import type { VaultContext } from '../vault/vault-context.ts'

/** What every result about a vault says: why it may not be changed while its settings cannot be read, and what else there is. */
export function noticesOf(
  { id, condition: { settingsFault: fault } }: VaultContext,
  more: readonly string[] = [],
): { readonly notices?: readonly string[] } {
  const why = fault === null ? [] : [`Vault "${id}" is read-only until its settings can be read. ${fault}`]
  const notices = [...why, ...more]
  return notices.length === 0 ? {} : { notices }
}
