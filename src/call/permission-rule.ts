import type { SaidPermissions, VaultConfig } from '../model/vault-config.ts'

type Permissions = VaultConfig['permissions']

/** The permissions that count, from those of the settings and what of them the settings say themselves. */
export type PermissionRule = (permissions: Permissions, said: SaidPermissions) => Permissions

/** For callers that know no `confirm`: they are asked about a deletion only where the vault itself says so. */
export const deletesUnlessSaid: PermissionRule = (permissions, said) =>
  permissions.destructive === 'ask' && said.destructive === undefined
    ? { ...permissions, destructive: 'allow' }
    : permissions

/** For a server that asks before each change: so does this, unless the vault itself says something else. */
export const asksUnlessSaid: PermissionRule = (permissions, said) =>
  permissions.write === 'allow' && said.write === undefined ? { ...permissions, write: 'ask' } : permissions
