import { isCleanRelativePath } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { addSpan, readingsOfSpan } from '../model/add-span.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import type { TokenGrant } from './token-book.ts'

/** What a person says of a token that is to be made. */
export interface TokenWish {
  readonly name: string
  /** All vaults when left out. */
  readonly vaults?: readonly string[] | undefined
  readonly folder?: string | undefined
  readonly readOnly: boolean
  readonly person: boolean
  /** `12h`, `30d`, `8w`, `1y` or a date; never when left out. */
  readonly expires?: string | undefined
}

export interface GrantedFrom {
  readonly vaults: Pick<VaultAccess, 'known' | 'find'>
  /** Whether a vault, by its root, has a folder. */
  readonly isFolderIn: (root: string, path: string) => Promise<boolean>
  readonly now: Date
}

/** The grant that is meant. INVALID_ARGUMENT for what makes none, VAULT_NOT_FOUND for an unknown vault. */
export async function readGrant(
  { name, vaults, folder, expires, ...same }: TokenWish,
  { vaults: access, isFolderIn, now }: GrantedFrom,
): Promise<TokenGrant> {
  const reached =
    vaults === undefined ? await access.known() : await Promise.all(vaults.map((id) => access.find(id)))
  return {
    ...same,
    name: checkName(name),
    ...(vaults === undefined ? { vaults: null } : placesOf(reached)),
    folder: folder === undefined ? null : await checkFolder(folder, reached, isFolderIn),
    expires: expires === undefined ? null : readExpiry(expires, now),
  }
}

function placesOf(reached: readonly KnownVault[]): Pick<TokenGrant, 'vaults' | 'places'> {
  const roots = new Map(reached.map(({ id, root }) => [id, root]))
  return { vaults: [...roots.keys()], places: [...roots].map(([id, root]) => ({ id, root })) }
}

function checkName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(name)) return name
  throw new VaultError('INVALID_ARGUMENT', 'A token needs a name of letters, digits, spaces, . _ @ and -.', {
    hint: 'Call it after the client or the person it is for: laptop.',
  })
}

/** Refuses a folder that none of the vaults has: the token would show nothing, without a reason. */
async function checkFolder(
  folder: string,
  vaults: readonly KnownVault[],
  isFolderIn: GrantedFrom['isFolderIn'],
): Promise<string> {
  const path = folder.replace(/\/+$/, '')
  if (!isCleanRelativePath(path)) {
    throw new VaultError('INVALID_ARGUMENT', `"${folder}" is no folder of a vault.`, {
      hint: 'Give it as the vault names it: projects/site.',
    })
  }
  for (const { root } of vaults) if (await isFolderIn(root, path)) return path
  throw new VaultError('INVALID_ARGUMENT', `No vault of this token has a folder "${path}".`, {
    folder: path,
    known_vaults: vaults.map(({ id }) => id),
    hint: 'Make the folder first, or give one that is there, as the vault names it: projects/site.',
  })
}

/** A date alone means the end of that day in the local time zone. */
function readExpiry(text: string, now: Date): string {
  // A token that was to last minutes must not last months.
  const end = readingsOfSpan(text) === null ? addSpan(now, text) : null
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59` : text
  const time = end?.getTime() ?? Date.parse(date)
  if (time > now.getTime() && /^\d/.test(text)) return new Date(time).toISOString()
  throw new VaultError('INVALID_ARGUMENT', `"${text}" is no time to come.`, {
    hint: 'Give a span (10min, 12h, 30d, 8w, 6months, 1y) or a date: 2027-01-31.',
  })
}
