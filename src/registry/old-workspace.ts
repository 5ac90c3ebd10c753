import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '../files/read-text.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'
import { isRegistryText } from './is-registry-text.ts'
import { pathsIn, readMapping } from './read-mapping.ts'

/** Obsolete keys in a workspace config of earlier versions. */
export const oldConfigKeys = [
  'version',
  'database',
  'mcp_server',
  'features',
  'security',
  'search.rebuild_on_startup',
  'search.max_results',
] as const

/** Keys that they wrote into every config, and this version only if a person sets them. */
const usualThen = ['workspace_root', 'search.index_path']

/** Files that they left beside it. */
const filesThen = ['search-index.json', 'mcp-server.log']

/** Whether a folder is a workspace of an earlier flint-note, which had no list of vaults. */
export async function isOldWorkspace(root: string): Promise<boolean> {
  const text = await readText(join(root, vaultConfigPath)).catch(() => null)
  if (text === null || isRegistryText(text)) return false
  if (pathsIn(readMapping(text) ?? {}, [...oldConfigKeys, ...usualThen]).length > 0) return true
  const found = await Promise.all(
    filesThen.map((name) => stat(join(root, '.flint-note', name)).catch(() => null)),
  )
  return found.some((stats) => stats?.isFile() === true)
}
