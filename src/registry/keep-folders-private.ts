import { join } from 'node:path'
import {
  keepFilePrivate,
  keepFolderPrivate,
  keepOnlyFolderPrivate,
  namesIn,
} from '../own-files/keep-private.ts'
import type { Environment } from './config-folder.ts'

interface TopFolders {
  readonly configFolder: string
  readonly dataFolder: string
  readonly env: Environment
}

const configName =
  /^(?:(?:config\.yml|tokens\.json)(?:\.lock)?|config\.\d{4}-.*\.backup\.yml|\.(?:config\.yml|tokens\.json)\..*\.tmp)$/
const vaultKey = /^[0-9a-f]{24}$/
const dataName = /^(?:vaults|code)$/

/**
 * Makes private what an earlier version left readable. In a folder that the user chose and that holds other things,
 * too, only flint's own files are changed.
 */
export function keepFoldersPrivate({ configFolder, dataFolder, env }: TopFolders): void {
  const vaults = join(dataFolder, 'vaults')
  for (const name of namesIn(configFolder)) {
    if (!configName.test(name)) continue
    keepFilePrivate(join(configFolder, name))
    keepFolderPrivate(join(configFolder, name))
  }
  for (const name of namesIn(vaults)) if (vaultKey.test(name)) keepFolderPrivate(join(vaults, name))
  const isChosen = (variable: string) => (env[variable] ?? '') !== ''
  const holdsOnly = (folder: string, own: RegExp) => namesIn(folder).every((name) => own.test(name))
  const isOwnConfig = !isChosen('FLINT_CONFIG_DIR') || holdsOnly(configFolder, configName)
  const isOwnVaults = !isChosen('FLINT_DATA_DIR') || holdsOnly(vaults, vaultKey)
  const isOwnData = !isChosen('FLINT_DATA_DIR') || (isOwnVaults && holdsOnly(dataFolder, dataName))
  if (isOwnConfig) keepOnlyFolderPrivate(configFolder)
  if (isOwnVaults) keepOnlyFolderPrivate(vaults)
  if (isOwnData) keepOnlyFolderPrivate(dataFolder)
}
