import { OutsideScope } from '../model/outside-scope.ts'
import type { VaultAccess, VaultAdmin } from '../registry/vault-access.ts'
import type { VaultContext } from '../vault/vault-context.ts'

export interface Narrowing {
  /** The folders of a vault that may be used: none of it with an empty list, all of it with null. */
  readonly within: (vault: VaultContext) => readonly string[] | null | Promise<readonly string[] | null>
  /** Whether vaults may be made, changed, switched and removed. */
  readonly mayManage: boolean
}

/** Vaults for a caller that may see only some of their folders. Nothing reached by way of them shows more. */
export function narrowVaults(access: VaultAccess, { within, mayManage }: Narrowing): VaultAccess {
  const narrowed = async (vault: VaultContext) => {
    const folders = await within(vault)
    return folders === null ? vault : vault.view({ within: folders })
  }
  return {
    ...access,
    open: async (...args) => await narrowed(await access.open(...args)),
    opened: async () => await Promise.all((await access.opened()).map(narrowed)),
    ...(!mayManage && { admin: refuseAdmin(() => new OutsideScope([])) }),
  }
}

/** The list of vaults for those who may not change it. */
export function refuseAdmin(refusal: () => Error): VaultAdmin {
  const refuse = async () => Promise.reject(refusal())
  return { create: refuse, switchTo: refuse, update: refuse, remove: refuse }
}
