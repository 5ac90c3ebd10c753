import type { VaultHub } from '../../registry/vault-hub.ts'

/** Tells what happens to vaults and in them, whichever process did it. */
export type VaultNews = Pick<VaultHub, 'follow' | 'followList'>
