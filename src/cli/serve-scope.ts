import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
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
  const places = [fromWorkingFolder(cwd, scope)]
  if (!isAbsolute(scope) && current !== null) places.push(resolve(current.root, scope))
  for (const place of places) {
    const folder = await realFolder(place)
    if (folder !== null && known.some(({ root }) => pathIn(root, folder) !== null)) return folder
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

/**
 * The folders of a vault that a server may use without asking: null for all of it, none where it is outside the scope.
 */
export async function serveScope(
  vault: { readonly root: string; readonly config: VaultConfig },
  { scope, cwd }: ScopeOptions,
): Promise<readonly string[] | null> {
  if (scope !== null) return toScope(pathIn(vault.root, scope))
  if (vault.config.permissions.scope === 'vault') return null
  if (cwd === '') return []
  return toScope(pathIn(vault.root, await realpath(cwd).catch(() => cwd)))
}

function toScope(folder: string | null): readonly string[] | null {
  if (folder === null) return []
  return folder === '' ? null : [folder]
}

/** Whether a vault has a folder, which is still in it once links are followed. */
export async function isFolderIn(root: string, path: string): Promise<boolean> {
  const folder = await realFolder(join(root, path))
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
