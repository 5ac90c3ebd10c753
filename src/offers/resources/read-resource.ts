import type { VaultId } from '../../model/ids.ts'
import { fixedResources } from './fixed-resources.ts'
import { noteState, readNoteResource } from './note-resource.ts'
import { readNoteUri } from './note-uri.ts'
import type { Resource, ResourceContext, ResourceText } from './resource.ts'

/** What an address says. NOT_FOUND or VAULT_NOT_FOUND where it says nothing to this caller. */
export async function readResource(uri: string, ctx: ResourceContext): Promise<ResourceText> {
  const fixed = findFixed(uri)
  if (fixed === undefined) return await readNoteResource(uri, ctx)
  return { mimeType: fixed.mimeType, text: await fixed.read(ctx) }
}

/** Differs when what the address says differs; null while it says nothing. */
export async function resourceState(uri: string, ctx: ResourceContext): Promise<string | null> {
  const fixed = findFixed(uri)
  if (fixed === undefined) return await noteState(uri, ctx)
  return await fixed.read(ctx).catch(() => null)
}

/** The vault on whose notes an address depends; null where it depends on none, or on none that is known. */
export async function vaultOfResource(uri: string, { vaults }: ResourceContext): Promise<VaultId | null> {
  const fixed = findFixed(uri)
  if (fixed !== undefined) return fixed.isOfActiveVault ? ((await vaults.current())?.id ?? null) : null
  const address = readNoteUri(uri)
  if (address === null) return null
  // `find` would read the registry again for each one that is not there.
  const known = await vaults.known()
  const named = known.find(({ id, aliases }) => [id, ...aliases].includes(address.vaultId))
  return named?.id ?? null
}

function findFixed(uri: string): Resource | undefined {
  return fixedResources.find((resource) => resource.uri === uri)
}
