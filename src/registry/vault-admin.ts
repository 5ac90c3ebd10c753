import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { isVaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { readAround } from '../settings/settle-config.ts'
import { expandHome, fromWorkingFolder } from './config-folder.ts'
import type { HubOptions, ListedVaults } from './listed-vaults.ts'
import { isInside } from './nested-roots.ts'
import { makeVaultFolder, placeNewVault } from './new-vault-place.ts'
import type { OpenVaults } from './open-vaults.ts'
import type { PlannedVault, VaultAdmin } from './vault-access.ts'
import type { RegistryConfig, VaultEntry } from './registry-schema.ts'

interface MadeFolder {
  readonly folder: string
  readonly wasAdopted: boolean
}

/** Changes the list of vaults, and which of them is active. */
export function vaultAdmin(options: HubOptions, listed: ListedVaults, open: OpenVaults) {
  const create: VaultAdmin['create'] = async (vault) => {
    const { id } = vault
    if (!isVaultId(id)) {
      throw new VaultError('INVALID_ARGUMENT', `"${id}" cannot be a vault id.`, {
        hint: 'Use lower-case letters, digits, - and _, at most 64, beginning with a letter or digit: work-notes.',
      })
    }
    const { cwd, env, configFolder, dataFolder } = options
    const path = fromWorkingFolder(cwd, expandHome(vault.path, env))
    const plan = async (): Promise<PlannedVault> => {
      const { known } = await listed.reload()
      if (known.vaults.some((other) => other.id === id && other.registered)) throw idTaken(id)
      const { folder, outer } = await placeNewVault(path, {
        known: known.vaults,
        reserved: [configFolder, dataFolder],
      })
      if (listed.hasMeantOther(id, folder)) throw idTaken(id)
      const same = known.vaults.find(({ root, registered }) => root === folder && registered)
      if (same !== undefined) {
        throw new VaultError('ALREADY_EXISTS', `That folder is the vault "${same.id}" already.`, {
          vault_id: same.id,
          hint: { kind: 'use-known-vault', id: same.id },
        })
      }
      const { ignored } = await readVaultConfig({ root: folder, registered: false })
      return { folder, around: await readAround(folder, outer), limit: null, ignored }
    }
    const make = async ({ folder }: PlannedVault): Promise<MadeFolder> => {
      await makeVaultFolder(folder)
      const { beginVaultState } = await import('../vault/new-vault-state.ts')
      beginVaultState(dataFolder, folder, options.now())
      const wasAdopted = await holdsFiles(folder)
      if (!wasAdopted) {
        const { layOutVault } = await import('../vault/lay-out-vault.ts')
        await layOutVault(folder, { ...vault, id }, options.now())
      }
      const entry = {
        name: vault.name,
        path: folder,
        ...(vault.description !== '' && { description: vault.description }),
        last_used: options.now().toISOString(),
      }
      await listed.change((config) => {
        if (config.vaults[id] !== undefined) throw idTaken(id)
        const isFirst = config.current_vault === null
        return {
          ...config,
          vaults: { ...config.vaults, [id]: entry },
          current_vault: vault.switchTo || isFirst ? id : config.current_vault,
        }
      })
      return { folder, wasAdopted }
    }
    let done: MadeFolder | null = null
    while (done === null) {
      const agreed = await plan()
      await vault.approve(agreed)
      done = await listed.alone(async () => {
        // While somebody was asked it may have become something else, to which nobody has agreed.
        if (!isDeepStrictEqual(await plan(), agreed)) return null
        // A list that cannot be written shows before anything is made.
        await listed.change((config) => config)
        const giveBack = await options.claim?.(id)
        return await make(agreed).catch(async (error: unknown) => {
          await giveBack?.()
          throw error
        })
      })
    }
    const { folder, wasAdopted } = done
    const made = await listed.find(id)
    if (vault.switchTo || listed.chosen === null) listed.choose(made)
    // A vault inside another one is no longer part of it, and one that was open unregistered gets other settings.
    await open.closeWhere((other) => other.root === folder || isInside(folder, other.root))
    return { known: made, wasAdopted }
  }

  /** Makes a vault the active one for processes that start later; this one keeps its own. */
  const remember = async (id: string): Promise<KnownVault> => {
    const known = await listed.find(id)
    // Open it first: a vault that cannot be opened must not become the active one.
    await open.open(known.id)
    if (known.registered) {
      await listed.change((config) => {
        const entry = config.vaults[known.id]
        if (entry === undefined) return config
        const last_used = options.now().toISOString()
        return {
          ...config,
          current_vault: known.id,
          vaults: { ...config.vaults, [known.id]: { ...entry, last_used } },
        }
      })
    }
    listed.tell()
    return await listed.find(id)
  }

  const switchTo: VaultAdmin['switchTo'] = async (id) => {
    const known = await remember(id)
    listed.choose(known)
    return known
  }

  /** Changes what the list says of a vault, which is opened anew afterwards. */
  const changeListed = async (
    id: string,
    change: (config: RegistryConfig, entry: VaultEntry, known: KnownVault) => RegistryConfig,
  ): Promise<KnownVault> => {
    const known = await listed.find(id)
    if (!known.registered) throw notRegistered(id)
    await listed.change((config) => {
      const entry = config.vaults[id]
      if (entry === undefined) throw notRegistered(id)
      return change(config, entry, known)
    })
    await open.closeWhere((vault) => vault.id === known.id)
    return known
  }

  const update: VaultAdmin['update'] = async (id, change) => {
    await changeListed(id, (config, entry) => ({
      ...config,
      vaults: { ...config.vaults, [id]: { ...entry, ...change } },
    }))
    return await listed.find(id)
  }

  const remove: VaultAdmin['remove'] = async (id) => {
    let name = ''
    const { root, registered } = await listed.find(id)
    if (registered) await options.beforeRemoval?.({ id, root })
    const known = await changeListed(id, (config, entry, { id: first, aliases }) => {
      name = entry.name
      const vaults = Object.fromEntries(Object.entries(config.vaults).filter(([other]) => other !== id))
      // Of a folder that is listed under several ids the others stay, and mean it as before.
      const left = [first, ...aliases].find((other) => vaults[other] !== undefined) ?? null
      return { ...config, vaults, current_vault: config.current_vault === id ? left : config.current_vault }
    })
    return { ...known, id: known.aliases.find((alias) => alias === id) ?? known.id, name }
  }
  return { create, switchTo, remember, update, remove }
}

/**
 * Whether a folder is in use: it holds a file at any depth, or another program's settings. Other hidden files do not
 * count, as a new, empty repository has some.
 */
async function holdsFiles(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && ['.obsidian', '.zk', '.flint-note'].includes(entry.name)) return true
    if (entry.name.startsWith('.')) continue
    if (!entry.isDirectory() || (await holdsFiles(`${folder}/${entry.name}`).catch(() => true))) return true
  }
  return false
}

function idTaken(id: string): VaultError {
  return new VaultError('ALREADY_EXISTS', `A vault "${id}" exists already.`, {
    vault_id: id,
    hint: { kind: 'choose-another-id' },
  })
}

function notRegistered(id: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `The vault "${id}" is not in the registry.`, {
    vault_id: id,
    hint: ['It was found in the working directory, below a root or by --vault.', { kind: 'register-vault' }],
  })
}
