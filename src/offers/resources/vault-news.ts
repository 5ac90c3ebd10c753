import type { VaultHub } from '../../registry/vault-hub.ts'

/** Who tells what happens to vaults and in them, whoever did it. */
export type VaultNews = Pick<VaultHub, 'follow' | 'followList'>
