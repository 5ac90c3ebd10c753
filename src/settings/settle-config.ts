import { join, relative, sep } from 'node:path'
import { vaultConfigPath } from '../model/vault-config-path.ts'
import type { VaultPlace } from '../model/known-vault.ts'
import type { PermissionSource, SaidPermissions, VaultConfig } from '../model/vault-config.ts'
import { readVaultConfig, type FoundConfig, type VaultConfigReading } from './read-vault-config.ts'

type Permissions = VaultConfig['permissions']

/** A vault's config as it is in force. */
export interface SettledConfig extends Omit<VaultConfigReading, 'found'> {
  /** The files that it was made of, as they were found: the vault's own and those of the vaults around it. */
  readonly found: readonly FoundConfig[]
  /** What each of them says of permission, in that order. */
  readonly sources: readonly PermissionSource[]
}

/** What a vault says of itself, with no more permissions than each of the vaults has in whose folders it lies. */
export async function settleConfig(place: VaultPlace, outer: readonly VaultPlace[]): Promise<SettledConfig> {
  const own = await readVaultConfig(place)
  const around = await readAround(place.root, outer)
  return {
    ...own,
    config: { ...own.config, permissions: narrowed(own.config.permissions, around.permissions) },
    said: saidWithin(own.said, around.sources),
    fault: own.fault ?? around.fault,
    found: [own.found, ...around.found],
    sources: [sourceOf(vaultConfigPath, place, own), ...around.sources],
  }
}

/** What the vaults around a folder leave to a vault in it; null permissions where there are none. */
export async function readAround(
  folder: string,
  outer: readonly VaultPlace[],
): Promise<
  Pick<SettledConfig, 'fault' | 'found' | 'sources'> & { readonly permissions: Permissions | null }
> {
  const readings = await Promise.all(
    outer.map(async (place) => ({
      place,
      ...(await readVaultConfig(place)),
      file: relative(folder, join(place.root, vaultConfigPath)).split(sep).join('/'),
    })),
  )
  const faulty = readings.find(({ fault }) => fault !== null)
  return {
    permissions: readings.reduce<Permissions | null>(
      (permissions, { config }) => narrowed(config.permissions, permissions),
      null,
    ),
    fault:
      faulty === undefined
        ? null
        : `The vault lies in another one. ${(faulty.fault ?? '').replaceAll(vaultConfigPath, faulty.file)}`,
    found: readings.map(({ found }) => found),
    sources: readings.map((reading) => sourceOf(reading.file, reading.place, reading)),
  }
}

function sourceOf(
  file: string,
  { root }: VaultPlace,
  { config, said }: VaultConfigReading,
): PermissionSource {
  return { file, root, permissions: config.permissions, said }
}

/** What is said around a vault is said of it, too; that writing is allowed has to be said by all of them. */
function saidWithin(own: SaidPermissions, outer: readonly PermissionSource[]): SaidPermissions {
  const isWritingSaid = outer.every(({ said }) => said.write !== undefined)
  const destructive =
    own.destructive ?? outer.find(({ said }) => said.destructive !== undefined)?.said.destructive
  return { write: isWritingSaid ? own.write : undefined, destructive }
}

function narrowed(own: Permissions, outer: Permissions | null): Permissions {
  if (outer === null) return own
  return {
    write: stricter(own.write, outer.write),
    destructive: stricter(own.destructive, outer.destructive),
    scope: own.scope === 'vault' ? outer.scope : own.scope,
  }
}

const byStrictness = ['allow', 'confirm', 'ask', 'deny'] as const

function stricter<Answer extends (typeof byStrictness)[number]>(own: Answer, outer: Answer): Answer {
  return byStrictness.indexOf(own) < byStrictness.indexOf(outer) ? outer : own
}
