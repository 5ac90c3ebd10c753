import { isSameFolder, type NamedPlace } from './is-same-folder.ts'
import { ListedVaults, type HubOptions } from './listed-vaults.ts'
import { OpenVaults } from './open-vaults.ts'
import type { VaultAccess } from './vault-access.ts'
import { vaultAdmin } from './vault-admin.ts'

export type VaultHub = ReturnType<typeof createHub>

/** All vaults that this process can name, those it has open, and their changes. */
export function createHub(options: HubOptions) {
  const listed = new ListedVaults(options, () => {
    open.closeOutdated().catch(() => undefined)
  })
  const open = new OpenVaults(options, listed)
  const { remember, ...admin } = vaultAdmin(options, listed, open)
  const { current, lost, pinned, known, find, registry, notices } = listed
  const access: VaultAccess = {
    current,
    lost,
    known,
    find,
    registry,
    notices,
    open: open.open,
    opened: open.opened,
    admin,
  }
  return {
    ...access,
    configFolder: options.configFolder,
    isSameFolder: async (root: string, place: NamedPlace) =>
      await isSameFolder(options.dataFolder, root, place),
    pinned,
    follow: open.follow,
    followList: (onChanged: () => void) => listed.follow(onChanged),
    remember,
    /** VAULT_NOT_FOUND where there is none of this id. */
    prepareVault: async (id: string) => {
      await open.prepare((await listed.find(id)).id)
    },
    /** Closes a vault that this process may not serve any more; the next call opens it again. */
    closeVault: (id: string) => open.closeWhere((vault) => vault.id === id),
    async close() {
      listed.close()
      await open.close()
    },
  }
}
