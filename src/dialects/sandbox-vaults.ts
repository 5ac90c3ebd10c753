import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import { type Environment, expandHome } from '../registry/config-folder.ts'
import { findVault } from '../registry/find-vault.ts'
import type { VaultAccess } from '../call/tool-context.ts'

/** The vaults that there are for a dialect: for obsidian-vault-mcp those below `VAULT_PATH` alone, where it is set. */
export function sandboxVaults(
  access: VaultAccess,
  {
    dialect,
    env,
    cwd,
  }: { readonly dialect: string | undefined; readonly env: Environment; readonly cwd: string },
): VaultAccess {
  const folder = dialect === 'obsidian-vault-mcp' ? (env['VAULT_PATH'] ?? '') : ''
  return folder === '' ? access : vaultsBelow(resolve(cwd, expandHome(folder, env)), access)
}

/** Those whose folders really lie there. No other one exists, and there is none while the folder is away. */
function vaultsBelow(folder: string, access: VaultAccess): VaultAccess {
  const known = async (): Promise<readonly KnownVault[]> => {
    const top = await realpath(folder).catch(() => null)
    return top === null ? [] : (await access.known()).filter(({ root }) => root.startsWith(top + sep))
  }
  const find = async (id: string) => {
    // Has the registry read again where the id is not known yet. Its own error would name the other vaults.
    await access.find(id).catch(() => null)
    return findVault(await known(), id)
  }
  const refuse = () =>
    Promise.reject(new VaultError('PERMISSION_DENIED', 'The list of vaults is not to be changed from here.'))
  return {
    known,
    find,
    async current() {
      const current = await access.current()
      return (await known()).find(({ id }) => id === current?.id) ?? null
    },
    lost: () => Promise.resolve(null),
    open: async (id) => await access.open((await find(id)).id),
    async opened() {
      const ids = new Set((await known()).map(({ id }) => id))
      return (await access.opened()).filter(({ id }) => ids.has(id))
    },
    registry: () => access.registry(),
    notices: () => Promise.resolve([]),
    create: refuse,
    switchTo: refuse,
    update: refuse,
    remove: refuse,
  }
}
