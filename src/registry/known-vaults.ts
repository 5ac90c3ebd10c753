import { readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { isVaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { RegistryConfig } from './registry-schema.ts'
import { VaultError } from '../model/vault-error.ts'
import { type Environment, expandHome, fromWorkingFolder } from './config-folder.ts'
import { findProjectVault } from './find-project-vault.ts'
import { findVault } from './find-vault.ts'
import { type GivenIds, VaultList } from './vault-list.ts'

export interface KnownVaults {
  /** Registered ones first, in the order of the file; no folder and no id twice. */
  readonly vaults: readonly KnownVault[]
  /** The active vault of a process that starts now; null when there is none. */
  readonly current: KnownVault | null
  /** The vault that is active here whatever the registry says; null where the registry decides. */
  readonly pinned: KnownVault | null
  /** What the subfolders among them were found in. */
  readonly roots: readonly ListedRoot[]
  /** What is odd about the registry's entries, a sentence each. */
  readonly notices: readonly string[]
}

/**
 * Every vault that this process can name: registered ones, the subfolders of `registry.roots` and `VAULT_PATH`, the one
 * around the working directory, and the one that `--vault` (else `ZK_NOTEBOOK_DIR`) names. The active one is that of
 * the argument, else the one around the working directory, else the registry's `current_vault`. Fails with
 * `VAULT_NOT_FOUND` when the argument is neither an id nor a folder, unless `mayBeGone`.
 */
export async function knownVaults(options: {
  readonly config: RegistryConfig
  readonly cwd: string
  readonly env: Environment
  /** `--vault`: an id or a folder. */
  readonly vault: string | null
  /** Whether the argument has named a vault before. */
  readonly mayBeGone?: boolean
  /** What ids have meant in this process so far. */
  readonly given?: GivenIds
}): Promise<KnownVaults> {
  const { config, cwd, env, mayBeGone = false } = options
  const list = new VaultList(options.given)
  for (const [id, entry] of Object.entries(config.vaults)) {
    if (isVaultId(id)) list.addRegistered(id, entry, await realFolder(expandHome(entry.path, env)))
  }
  const roots = await listRoots(options)
  for (const listed of roots) {
    for (const { name, root } of await subfoldersOf(listed)) {
      await list.addFolder(root, 'root', { name, isDeclared: listed.isDeclared })
    }
  }
  const project = await findProjectVault(cwd, new Set(list.vaults.map(({ root }) => root)))
  const around = project === null ? null : await list.addFolder(project, 'project')
  const argument = await addArgument(list, options).catch((error: unknown) => {
    if (mayBeGone && error instanceof VaultError) return null
    throw error
  })
  const remembered = config.current_vault === null ? null : list.find(config.current_vault)
  if (config.current_vault !== null && remembered === null) {
    list.notices.push(
      `\`current_vault\` names \`${config.current_vault}\`, which is no vault. Switch to another.`,
    )
  }
  return {
    vaults: list.vaults,
    current: argument ?? around ?? remembered,
    // `--vault` of one command holds for that command.
    pinned: (options.vault === null ? argument : null) ?? around,
    roots,
    notices: list.notices,
  }
}

/** A folder whose subfolders are vaults, with the names in it that are not hidden. */
interface ListedRoot {
  readonly folder: string
  readonly isDeclared: boolean
  readonly names: readonly string[]
}

/** `registry.roots` and `VAULT_PATH` as they are now; a missing one has no names. */
export async function listRoots({
  config,
  cwd,
  env,
}: {
  readonly config: RegistryConfig
  readonly cwd: string
  readonly env: Environment
}): Promise<readonly ListedRoot[]> {
  const roots = config.registry.roots.map((path) => ({ path, isDeclared: true }))
  const more = env['VAULT_PATH'] ?? ''
  if (more !== '') roots.push({ path: more, isDeclared: false })
  const listed = roots.map(async ({ path, isDeclared }) => {
    const folder = fromWorkingFolder(cwd, expandHome(path, env))
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
    return { folder, isDeclared, names }
  })
  return await Promise.all(listed)
}

/** The direct subfolders with their real paths; a symbolic link to a folder counts. */
async function subfoldersOf({ folder, names }: ListedRoot) {
  const found = names.map(async (name) => {
    const path = join(folder, name)
    // It may be a dangling link, or be removed since the folder was listed.
    const root = (await isFolder(path)) ? await realpath(path).catch(() => null) : null
    return root === null ? [] : [{ name, root }]
  })
  return (await Promise.all(found)).flat()
}

async function addArgument(
  list: VaultList,
  { cwd, env, vault }: { readonly cwd: string; readonly env: Environment; readonly vault: string | null },
): Promise<KnownVault | null> {
  const given = vault ?? env['ZK_NOTEBOOK_DIR'] ?? ''
  if (given === '') return null
  const named = list.find(given)
  if (named !== null) return named
  const folder = fromWorkingFolder(cwd, expandHome(given, env))
  if (await isFolder(folder)) return list.addFolder(await realFolder(folder), 'argument')
  if (isVaultId(given)) return findVault(list.vaults, given)
  throw new VaultError('VAULT_NOT_FOUND', `There is no folder \`${given}\`.`, {
    vault: given,
    known_vaults: list.vaults.map(({ id }) => id),
    hint: [
      'Start flint with the id of a vault or the path of a folder of notes as `--vault`.',
      { kind: 'list-vaults' },
    ],
  })
}

/** The path itself for a missing folder: its vault is known but cannot be opened. */
async function realFolder(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}
