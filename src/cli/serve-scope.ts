import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'
import type { ScopeLimit } from '../model/scope-limit.ts'
import { VaultError } from '../model/vault-error.ts'
import type { JudgedVault } from '../call/narrow-vaults.ts'
import { fromWorkingFolder } from '../registry/config-folder.ts'

export interface ScopeOptions {
  /** The real path that `--scope` named at the start; null leaves it to each vault's own settings. */
  readonly scope: string | null
  readonly cwd: string
}

interface Vaults {
  current(): Promise<KnownVault | null>
  known(): Promise<readonly KnownVault[]>
}

/**
 * The real path of the folder that `--scope` names, relative to where the server was started, else to the active vault.
 * Resolved once: whatever becomes of the folder later, the server is limited to this place. INVALID_ARGUMENT for a
 * missing folder, or one in no vault.
 */
export async function findScope(scope: string, cwd: string, vaults: Vaults): Promise<string> {
  const known = await vaults.known()
  const current = await vaults.current()
  const named = [fromWorkingFolder(cwd, scope)]
  if (!isAbsolute(scope) && current !== null) named.push(resolve(current.root, scope))
  const roots = known.map(({ root }) => root)
  const places = await Promise.all(named.map((place) => spelled(roots, place)))
  for (const place of places) {
    const folder = await realFolder(place)
    if (folder !== null && roots.some((root) => pathIn(root, folder) !== null)) return folder
  }
  const found = await Promise.all(places.map(realFolder))
  const isThere = found.some((folder) => folder !== null)
  throw new VaultError(
    'INVALID_ARGUMENT',
    isThere
      ? `--scope ${scope} is a folder outside every vault.`
      : `--scope ${scope} is no folder that is there.`,
    {
      folder: scope,
      known_vaults: known.map(({ id }) => id),
      hint: 'Give a folder inside a vault, by its whole path or as the active vault names it, and make it first if it is new. flint list shows where the vaults are.',
    },
  )
}

/** What a server may use of a vault without asking: null for all of it. */
export async function serveScope(
  { root, reading }: JudgedVault,
  { scope, cwd }: ScopeOptions,
): Promise<ScopeLimit | null> {
  if (scope !== null) return toLimit(pathIn(root, scope), ['server'])
  const limiting = reading.permissionSources.filter(
    ({ permissions }) => permissions.scope === 'working_directory',
  )
  if (limiting.length === 0) return null
  const by = limiting.map(({ file }) => ({ settings: file }))
  const here = cwd === '' ? null : await realpath(cwd).catch(() => cwd)
  if (here === null || limiting.some((source) => pathIn(source.root, here) === null)) return toLimit(null, by)
  // A vault in that folder is inside as a whole.
  return toLimit(pathIn(here, root) === null ? pathIn(root, here) : '', by)
}

function toLimit(folder: string | null, by: ScopeLimit['by']): ScopeLimit | null {
  if (folder === null) return { folders: [], by }
  return folder === '' ? null : { folders: [folder], by }
}

/** A folder that a vault is asked for, in the Unicode form that it has on disk. */
export async function spelledFolder(root: string, path: string): Promise<string> {
  return pathIn(root, await spelled([root], join(root, path))) ?? path
}

/** Loaded with what reads files only for who is limited to a folder: a server answers its client before. */
async function spelled(roots: readonly string[], place: string): Promise<string> {
  const { spelledPlace } = await import('../registry/spelled-place.ts')
  return spelledPlace(roots, place)
}

/** Whether a vault has a folder, which is still in it once links are followed. */
export async function isFolderIn(root: string, path: string): Promise<boolean> {
  const folder = await realFolder(join(root, await spelledFolder(root, path)))
  return folder !== null && pathIn(root, folder) !== null
}

/** Null for what is not a folder, or cannot be looked at. */
async function realFolder(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : null
  } catch {
    return null
  }
}

/** The vault-relative path of a folder, or null for one outside the vault. */
function pathIn(root: string, folder: string): string | null {
  const path = relative(root, folder).split(sep).join('/')
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path
}
