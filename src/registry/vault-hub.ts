import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { ListedVaults, type HubOptions } from './listed-vaults.ts'
import { OpenVaults } from './open-vaults.ts'
import type { VaultAccess } from './vault-access.ts'
import { vaultAdmin } from './vault-admin.ts'

/** All vaults that this process can name, those it has open, and their changes. */
export interface VaultHub extends VaultAccess {
  readonly configFolder: string
  /** The vault that is active in this place whatever anybody switches to; null where the registry decides. */
  readonly pinned: () => Promise<KnownVault | null>
  /** Makes a vault the active one for processes that start later; this one keeps its own. */
  readonly remember: (id: string) => Promise<KnownVault>
  /** Keeps a vault open and calls back when its index may have changed, until the result is called. */
  readonly follow: (id: VaultId, onChanged: () => void) => Promise<() => void>
  /** Calls back when the vaults or the active one may have changed, until the result is called. */
  readonly followList: (onChanged: () => void) => () => void
  /** Brings the index of a vault up to date that another server serves; VAULT_NOT_FOUND where there is none of this id. */
  readonly prepareVault: (id: string) => Promise<void>
  /** Closes a vault that this process may not serve any more; the next call opens it again. */
  readonly closeVault: (id: string) => Promise<void>
  readonly close: () => Promise<void>
}

export function createHub(options: HubOptions): VaultHub {
  const listed = new ListedVaults(options, () => {
    open.closeOutdated().catch(() => undefined)
  })
  const open = new OpenVaults(options, listed)
  const { remember, ...admin } = vaultAdmin(options, listed, open)
  const { current, lost, pinned, known, find, registry, notices } = listed
  return {
    configFolder: options.configFolder,
    current,
    lost,
    pinned,
    known,
    find,
    registry,
    notices,
    open: open.open,
    opened: open.opened,
    follow: open.follow,
    followList: (onChanged) => listed.follow(onChanged),
    admin,
    remember,
    prepareVault: async (id) => {
      await open.prepare((await listed.find(id)).id)
    },
    closeVault: (id) => open.closeWhere((vault) => vault.id === id),
    async close() {
      listed.close()
      await open.close()
    },
  }
}
