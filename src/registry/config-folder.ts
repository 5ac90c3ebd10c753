import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import envPaths from 'env-paths'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where the registry lives: `FLINT_CONFIG_DIR`, else the platform's place for a program's configuration. */
export function configFolder(env: Environment): string {
  return given(env, 'FLINT_CONFIG_DIR') ?? platformFolders().config
}

/** Where indexes, histories and backups live: `FLINT_DATA_DIR`, else the platform's place for a program's data. */
export function dataFolder(env: Environment): string {
  return given(env, 'FLINT_DATA_DIR') ?? platformFolders().data
}

/**
 * Where downloaded models live: `FLINT_MODELS_DIR`, else what the registry says, else the platform's place for what can
 * be had again.
 */
export function modelsFolder(env: Environment, configured: string | null): string {
  const chosen = configured === null ? null : expandHome(configured, env)
  return given(env, 'FLINT_MODELS_DIR') ?? chosen ?? join(platformFolders().cache, 'models')
}

export function homeFolder(env: Environment): string {
  return env['HOME'] ?? env['USERPROFILE'] ?? homedir()
}

/** `~` and `~/notes` with the home folder in its place; any other path as it is. */
export function expandHome(path: string, env: Environment): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homeFolder(env), path.slice(1)) : path
}

/** Clients start servers without a shell, so `~` reaches us as it was typed. */
function given(env: Environment, name: string): string | null {
  const folder = expandHome(env[name] ?? '', env)
  if (folder === '') return null
  return isAbsolute(folder) ? folder : resolve(folder)
}

function platformFolders(): { readonly config: string; readonly data: string; readonly cache: string } {
  return envPaths('flint-note', { suffix: '' })
}
