import type { VaultContext } from '../vault/vault-context.ts'

/** Says that a folder is not there, and which one differs in case alone; null where it is there. */
export async function missingFolder(
  { files, scope }: VaultContext,
  directory: string,
): Promise<string | null> {
  if (directory === '' || (await files.isFolder(directory))) return null
  // Names beside it are not for who sees a part of the vault.
  const other = scope === null ? await files.sameName(directory) : null
  const isMeant = other !== null && (await files.isFolder(other))
  return `There is no folder "${directory}" here${isMeant ? `, but "${other}"` : ''}.`
}
