import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { refuseAdmin } from '../call/narrow-vaults.ts'
import { VaultError } from '../model/vault-error.ts'
import { type Environment, expandHome, fromWorkingFolder } from '../registry/config-folder.ts'
import { someVaults } from '../registry/some-vaults.ts'
import type { VaultAccess } from '../registry/vault-access.ts'

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
  return folder === '' ? access : vaultsBelow(fromWorkingFolder(cwd, expandHome(folder, env)), access)
}

/** Those whose folders really lie there. No other one exists, and there is none while the folder is away. */
function vaultsBelow(folder: string, access: VaultAccess): VaultAccess {
  const some = someVaults(access, async (known) => {
    const top = await realpath(folder).catch(() => null)
    return top === null ? [] : known.filter(({ root }) => root.startsWith(top + sep))
  })
  return {
    ...access,
    ...some,
    async current(how) {
      const current = await access.current(how)
      return (await some.known()).find(({ id }) => id === current?.id) ?? null
    },
    lost: () => Promise.resolve(null),
    notices: () => Promise.resolve([]),
    admin: refuseAdmin(
      () => new VaultError('PERMISSION_DENIED', 'The list of vaults is not to be changed from here.'),
    ),
  }
}
