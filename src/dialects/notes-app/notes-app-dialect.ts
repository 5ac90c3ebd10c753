import type { KnownVault } from '../../model/known-vault.ts'
import type { ErrorCode } from '../../model/vault-error.ts'
import { deletesUnlessSaid } from '../../call/permission-rule.ts'
import { resolveVault } from '../../call/resolve-vaults.ts'
import type { VaultAccess } from '../../registry/vault-access.ts'
import type { DialectFacts } from '../../call/tool.ts'
import { findByFolder, folderName } from '../find-by-folder.ts'

/** Codes that are more than ours in small letters. */
const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALREADY_EXISTS: 'note_exists',
  CONTENT_HASH_MISMATCH: 'stale_content',
  NOT_FOUND: 'note_not_found',
}

export const notesAppDialect: DialectFacts = {
  vaultParameter: 'vault',
  permissions: deletesUnlessSaid,
  findVault: async (access, name) =>
    name === null ? await resolveVault(access, null) : await findNamed(access, name),
  failure: (error) => ({ error: { ...error, code: codes[error.code] ?? error.code.toLowerCase() } }),
  counterparts: {
    find_related_notes: 'related_notes',
    get_backlinks: 'backlinks',
    get_note: 'read_note',
    get_note_info: 'read_note',
    get_tags: 'tags',
    search_notes: 'search',
  },
}

/** By its folder's name or path, or by its id. */
async function findNamed(access: VaultAccess, name: string): Promise<KnownVault> {
  const known = await access.known()
  return known.find(({ root }) => root === name) ?? (await findByFolder(access, name))
}

/** What results call a vault, and calls may: the name of its folder, or its id where that is not it alone. */
export async function nameIn(id: string, access: VaultAccess): Promise<string> {
  const known = await access.known()
  const vault = known.find((one) => one.id === id)
  if (vault === undefined) return id
  const name = folderName(vault)
  const isOnly = known.every((one) => one === vault || (folderName(one) !== name && one.id !== name))
  return isOnly ? name : id
}
