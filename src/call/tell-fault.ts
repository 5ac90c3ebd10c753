import type { VaultContext } from '../vault/vault-context.ts'

/** Why a vault may not be changed for now, for every result about it; nothing where its settings can be read. */
export function tellFault({
  id,
  settingsFault,
}: Pick<VaultContext, 'id' | 'settingsFault'>): readonly string[] {
  return settingsFault === null
    ? []
    : [`Vault "${id}" is read-only until its settings can be read. ${settingsFault}`]
}
