import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { makeFolders } from '../files/make-folders.ts'
import { isMissing } from '../files/read-text.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { isHidden } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { isInside } from './nested-roots.ts'
import { outerVaults } from './outer-vaults.ts'

/**
 * Where a new vault would be, with links resolved, and the vaults around it, nearest first; makes nothing. INVALID_PATH
 * for a folder of the system, of another program or of flint's own (`reserved`), for a hidden one in a vault, and for a link
 * out of a vault.
 */
export async function placeNewVault(
  path: string,
  { known, reserved }: { readonly known: readonly KnownVault[]; readonly reserved: readonly string[] },
) {
  const folder = await realPlace(path)
  const isTaken = await Promise.all(reserved.map(async (own) => isWithin(folder, await realPlace(own))))
  if (isTaken.includes(true) || dirname(folder) === folder || ofPrograms.test(folder + sep)) {
    throw new VaultError(
      'INVALID_PATH',
      'That folder cannot be a vault: it belongs to the system, to another program or to flint itself.',
      { hint: 'Give a folder of your own, such as ~/notes.' },
    )
  }
  for (const { root } of await outerVaults(path, known)) {
    if (isWithin(folder, await realPlace(root))) continue
    throw new VaultError('INVALID_PATH', 'That path leads out of the vault in which it begins.', {
      hint: 'Give the path of the folder itself, without links.',
    })
  }
  const outer = await outerVaults(folder, known)
  if (outer.some(({ root }) => isHidden(relative(root, folder).split(sep).join('/')))) {
    throw new VaultError(
      'INVALID_PATH',
      'That folder cannot be a vault: it is hidden in another one, and flint leaves hidden folders alone.',
      { hint: 'Give a folder whose name does not begin with a dot.' },
    )
  }
  return { folder, outer }
}

/** Makes the folder, unless a link was put into its path since it was checked. */
export async function makeVaultFolder(folder: string): Promise<void> {
  try {
    await makeFolders(folder)
    if ((await realpath(folder)) === folder) return
  } catch (error) {
    throw error instanceof VaultError ? error : noPlace(error)
  }
  throw noPlace()
}

// Also in another case, and with what Windows ignores at the end of a name.
const ofPrograms = /[/\\]\.(?:flint-note|git|hg|jj|obsidian|svn|zk)[. ]*[/\\]/i

async function realPlace(path: string): Promise<string> {
  for (let part = path; ; part = dirname(part)) {
    try {
      return join(await realpath(part), relative(part, path))
    } catch (error) {
      // A link whose target is missing would lead to wherever that is made.
      const isLink = (await lstat(part).catch(() => null))?.isSymbolicLink() === true
      if (!isMissing(error) || isLink || dirname(part) === part) throw noPlace(error)
    }
  }
}

function isWithin(folder: string, outer: string): boolean {
  return folder === outer || isInside(folder, outer)
}

function noPlace(cause?: unknown): VaultError {
  return new VaultError(
    'INVALID_PATH',
    'That path cannot be the folder of a vault.',
    { hint: 'Give a folder that exists or can be made, and that you may write to.' },
    { cause },
  )
}
