import type { VaultContext } from '../vault/vault-context.ts'

/** Why a vault may not be changed for now, for every result about it; nothing where its settings can be read. */
export function tellFault({ id, condition: { settingsFault: fault } }: VaultContext): readonly string[] {
  return fault === null ? [] : [`Vault "${id}" is read-only until its settings can be read. ${fault}`]
}
