import { homedir } from 'node:os'
import path, { isAbsolute, join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { VaultError } from '../model/vault-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where the registry is: `FLINT_CONFIG_DIR`, else the platform's config folder for flint. */
export function configFolder(env: Environment): string {
  return given(env, 'FLINT_CONFIG_DIR') ?? platformFolders().config
}

/** Where indexes, histories and backups are: `FLINT_DATA_DIR`, else the platform's data folder for flint. */
export function dataFolder(env: Environment): string {
  return given(env, 'FLINT_DATA_DIR') ?? platformFolders().data
}

/** Where downloaded models are: `FLINT_MODELS_DIR`, else the registry's setting, else the platform's cache folder. */
export function modelsFolder(env: Environment, configured: string | null): string {
  const chosen = configured === null ? null : expandHome(configured, env)
  return given(env, 'FLINT_MODELS_DIR') ?? chosen ?? join(platformFolders().cache, 'models')
}

/** A folder from one of XDG's variables; null for a relative one, which is to be ignored, as their specification says. */
export function xdgFolder(env: Environment, name: string, paths = path): string | null {
  const folder = env[name] ?? ''
  return paths.isAbsolute(folder) ? folder : null
}

export function homeFolder(env: Environment): string {
  return env['HOME'] ?? env['USERPROFILE'] ?? homedir()
}

/** Replaces a leading `~` by the home folder; other paths stay as they are. */
export function expandHome(path: string, env: Environment): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homeFolder(env), path.slice(1)) : path
}

/** The whole path of what is named from the working directory; `cwd` is empty where that was deleted, which only such a name tells. */
export function fromWorkingFolder(cwd: string, path: string): string {
  if (cwd !== '' || isAbsolute(path)) return resolve(cwd, path)
  throw new VaultError('NOT_FOUND', 'The working directory is not there any more.', {
    hint: 'Go to a folder that is there, such as with cd ~, or give whole paths.',
  })
}

/** Clients start servers without a shell, so `~` arrives as it was typed. */
function given(env: Environment, name: string): string | null {
  const folder = expandHome(env[name] ?? '', env)
  if (folder === '') return null
  return isAbsolute(folder) ? folder : resolve(folder)
}

function platformFolders(): { readonly config: string; readonly data: string; readonly cache: string } {
  const name = 'flint-note'
  const folders = envPaths(name, { suffix: '' })
  // A relative one in XDG_CONFIG_HOME and its like is to be ignored, says their specification.
  const sound = (folder: string, usual: string) =>
    isAbsolute(folder) ? folder : join(homedir(), usual, name)
  return {
    config: sound(folders.config, '.config'),
    data: sound(folders.data, '.local/share'),
    cache: sound(folders.cache, '.cache'),
  }
}
