import type { Awaitable } from '../model/awaitable.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import type { ScopeLimit } from '../model/scope-limit.ts'
import type { PermissionSource } from '../model/vault-config.ts'
import type { VaultAccess, VaultAdmin } from '../registry/vault-access.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/** A vault, or the folder of one that is to be made, and what the settings in and around it say of permission. */
export interface JudgedVault {
  readonly root: string
  readonly reading: { readonly permissionSources: readonly PermissionSource[] }
}

export interface Narrowing {
  /** What may be used of a vault: all of it with null. */
  readonly within: (vault: JudgedVault) => Awaitable<ScopeLimit | null>
  /** Whether vaults may be made, changed, switched and removed. */
  readonly mayManage: boolean
}

/** Vaults for a caller that may see only some of their folders. Nothing reached by way of them shows more. */
export function narrowVaults(access: VaultAccess, { within, mayManage }: Narrowing): VaultAccess {
  const narrowed = async (vault: VaultContext) => {
    const limit = await within(vault)
    return limit === null ? vault : vault.view({ within: limit })
  }
  const create: VaultAdmin['create'] = async (vault) =>
    await access.admin.create({
      ...vault,
      approve: async (planned) => {
        const { folder: root, around } = planned
        const limit = await within({ root, reading: { permissionSources: around.sources } })
        await vault.approve({ ...planned, limit })
      },
    })
  return {
    ...access,
    open: async (...args) => await narrowed(await access.open(...args)),
    opened: async () => await Promise.all((await access.opened()).map(narrowed)),
    admin: mayManage
      ? { ...access.admin, create }
      : refuseAdmin(() => new OutsideScope({ folders: [], by: ['server'] })),
  }
}

/** The list of vaults for those who may not change it. */
export function refuseAdmin(refusal: () => Error): VaultAdmin {
  const refuse = async () => Promise.reject(refusal())
  return { create: refuse, switchTo: refuse, update: refuse, remove: refuse }
}
