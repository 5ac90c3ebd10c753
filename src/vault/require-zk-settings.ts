import type { VaultSettings } from '../model/vault-settings.ts'
import { VaultError } from '../model/vault-error.ts'

/** ZK_ERROR where a vault follows zk but its settings for new notes cannot be read. */
export function requireZkSettings({ kind, zkFault }: VaultSettings): void {
  if (kind !== 'zk' || zkFault === null) return
  throw new VaultError(
    'ZK_ERROR',
    `${zkFault} Nothing was written: it says how new notes are named and made.`,
    {
      hint: 'Notes can be read and changed meanwhile. Its owner mends .zk/config.toml; then repeat the call.',
    },
  )
}
