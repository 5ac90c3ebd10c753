import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'
import type { VaultConfig } from '../model/vault-config.ts'

export interface ScopeOptions {
  /** `--scope`; null leaves it to each vault's own settings. */
  readonly scope: string | null
  readonly cwd: string
  /** The vault that was active when the server started: a relative folder may be one of its own. */
  readonly active: () => Promise<KnownVault | null>
}

/** The folders of a vault that a server may use without asking: null for all of it, none where it is no part of that. */
export async function serveScope(
  vault: { readonly id: string; readonly root: string; readonly config: VaultConfig },
  { scope, cwd, active }: ScopeOptions,
): Promise<readonly string[] | null> {
  if (scope === null) {
    return vault.config.permissions.scope === 'vault' ? null : toScope(await folderIn(vault.root, cwd))
  }
  const named = await folderIn(vault.root, resolve(cwd, scope))
  if (named !== null || isAbsolute(scope)) return toScope(named)
  const current = await active()
  return toScope(current?.id === vault.id ? await folderIn(vault.root, resolve(vault.root, scope)) : null)
}

function toScope(folder: string | null): readonly string[] | null {
  if (folder === null) return []
  return folder === '' ? null : [folder]
}

/** The vault-relative path of a folder, or null for one outside the vault. It need not be there yet. */
async function folderIn(root: string, folder: string): Promise<string | null> {
  const real = await realpath(folder).catch(() => folder)
  const path = relative(root, real).split(sep).join('/')
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path
}
