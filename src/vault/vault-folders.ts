import { createHash } from 'node:crypto'
import { basename, isAbsolute, join, resolve } from 'node:path'
import type { VaultConfig } from '../model/vault-config.ts'

/** Where flint keeps data of a vault that must not lie in it: synced and network drives break databases. */
export interface VaultFolders {
  readonly index: string
  /** Change history and locks: not a cache. */
  readonly state: string
  readonly backups: string
}

/** The folders for the vault with this real path, below the platform's data folder. */
export function vaultFolders(dataFolder: string, root: string, config: VaultConfig): VaultFolders {
  const own = stateFolder(dataFolder, root)
  const { path } = config.index
  const backups = config.deletion.backup_path
  return {
    state: own,
    index: path === null ? own : join(isAbsolute(path) ? path : resolve(root, path), basename(own)),
    backups: backups === null ? join(own, 'backups') : isAbsolute(backups) ? backups : resolve(root, backups),
  }
}

/** The state folder for the vault with this real path, wherever its settings put the rest. */
export function stateFolder(dataFolder: string, root: string): string {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 24)
  return join(dataFolder, 'vaults', key)
}
