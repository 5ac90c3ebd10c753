import type { VaultId } from '../model/ids.ts'
import type { VaultConfig } from '../model/vault-config.ts'

/** What the way to every tool needs to know of an open vault. */
export interface OpenVault {
  readonly id: VaultId
  readonly name: string
  readonly permissions: VaultConfig['permissions']
}
