import { basename } from 'node:path'
import { isVaultId, type VaultId } from '../model/ids.ts'
import type { KnownVault, VaultSource } from '../model/known-vault.ts'
import type { VaultEntry } from './registry-schema.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { slugVaultId } from './slug-vault-id.ts'

/** Which folder an id has meant in this process. */
export type GivenIds = ReadonlyMap<string, Pick<KnownVault, 'root' | 'registered'>>

/** Whether an id has meant a folder that the user has not put on their list, and that is another one. */
export function isStrangers(given: GivenIds, id: string, root: string): boolean {
  const had = given.get(id)
  return had !== undefined && !had.registered && had.root !== root
}

/**
 * Collects vaults, each folder once and each id once; the first with an id keeps it. An id that has meant one folder
 * in this process comes to mean another only where the user's own list gives it to that one.
 */
export class VaultList {
  readonly notices: string[] = []
  readonly #byRoot = new Map<string, KnownVault>()
  readonly #byId = new Map<string, string>()
  readonly #given: GivenIds

  constructor(given: GivenIds = new Map()) {
    this.#given = given
  }

  get vaults(): readonly KnownVault[] {
    return [...this.#byRoot.values()]
  }

  find(id: string): KnownVault | null {
    const root = this.#byId.get(id)
    return (root === undefined ? undefined : this.#byRoot.get(root)) ?? null
  }

  addRegistered(id: VaultId, entry: VaultEntry, root: string): void {
    if (isStrangers(this.#given, id, root)) {
      this.notices.push(
        `\`${id}\` of the list is not here: in this process that id has meant another folder. Start flint again.`,
      )
      return
    }
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
      id: this.#idBefore(root) ?? slugVaultId(wanted, this.#taken()),
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

  /** The id that this folder has had in this process, unless the user's list gives it away. */
  #idBefore(root: string): VaultId | null {
    for (const [id, had] of this.#given)
      if (had.root === root && isVaultId(id) && !this.#byId.has(id)) return id
    return null
  }

  #taken(): ReadonlySet<string> {
    return new Set([...this.#byId.keys(), ...this.#given.keys()])
  }
}
