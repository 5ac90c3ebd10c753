import type { VaultContext } from '../vault/vault-context.ts'

const until = {
  settings: 'until its settings can be read.',
  data: 'here, as nothing that undoes a change can be kept.',
} as const

/** What every result about a vault says: why it may not be changed for now, and what else there is. */
export function noticesOf(
  { id, condition: { readOnly } }: VaultContext,
  more: readonly string[] = [],
): { readonly notices?: readonly string[] } {
  const why = readOnly && `Vault "${id}" is read-only ${until[readOnly.cause]} ${readOnly.why}`
  const notices = why === null ? more : [why, ...more]
  return notices.length === 0 ? {} : { notices }
}
