import { OutsideScope } from '../model/outside-scope.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { VaultAccess } from './tool-context.ts'

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
  const refuse = () => Promise.reject(new OutsideScope([]))
  return {
    current: () => access.current(),
    lost: () => access.lost(),
    known: () => access.known(),
    find: (id) => access.find(id),
    registry: () => access.registry(),
    notices: () => access.notices(),
    open: async (...args) => await narrowed(await access.open(...args)),
    opened: async () => await Promise.all((await access.opened()).map(narrowed)),
    create: mayManage ? (...args) => access.create(...args) : refuse,
    switchTo: mayManage ? (...args) => access.switchTo(...args) : refuse,
    update: mayManage ? (...args) => access.update(...args) : refuse,
    remove: mayManage ? (...args) => access.remove(...args) : refuse,
  }
}
