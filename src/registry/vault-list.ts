import { basename } from 'node:path'
import type { VaultId } from '../model/ids.ts'
import type { KnownVault, VaultSource } from '../model/known-vault.ts'
import type { VaultEntry } from '../model/registry-config.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { slugVaultId } from './slug-vault-id.ts'

/** Collects vaults, each folder once and each id once; the first with an id keeps it. */
export class VaultList {
  readonly notices: string[] = []
  readonly #byRoot = new Map<string, KnownVault>()
  readonly #byId = new Map<string, string>()

  get vaults(): readonly KnownVault[] {
    return [...this.#byRoot.values()]
  }

  find(id: string): KnownVault | null {
    const root = this.#byId.get(id)
    return (root === undefined ? undefined : this.#byRoot.get(root)) ?? null
  }

  addRegistered(id: VaultId, entry: VaultEntry, root: string): void {
    const same = this.#byRoot.get(root)
    this.#byId.set(id, root)
    if (same !== undefined) {
      this.notices.push(`\`${id}\` and \`${same.id}\` are the same folder; both names mean \`${same.id}\`.`)
      this.#byRoot.set(root, { ...same, aliases: [...same.aliases, id] })
      return
    }
    this.#byRoot.set(root, {
      id,
      name: entry.name,
      root,
      description: entry.description ?? '',
      lastUsed: entry.last_used ?? null,
      source: 'registered',
      registered: true,
      aliases: [],
      isDeclared: true,
    })
  }

  /** The vault of the folder, added under a new id unless it is already known. */
  async addFolder(
    root: string,
    source: Exclude<VaultSource, 'registered'>,
    from: { readonly name?: string; readonly isDeclared?: boolean } = {},
  ): Promise<KnownVault> {
    const same = this.#byRoot.get(root)
    if (same !== undefined) return same
    const { config, exists } = await readVaultConfig({ root, registered: false })
    const folderName = from.name ?? basename(root)
    // Under a root the folder's name is the id, whatever the vault calls itself elsewhere.
    const wanted = source === 'root' ? folderName : (config.vault_id ?? folderName)
    const vault: KnownVault = {
      id: slugVaultId(wanted, new Set(this.#byId.keys())),
      name: config.name ?? folderName,
      root,
      description: config.description,
      lastUsed: null,
      source,
      registered: false,
      aliases: [],
      isDeclared: exists || from.isDeclared === true,
    }
    this.#byId.set(vault.id, root)
    this.#byRoot.set(root, vault)
    return vault
  }
}
