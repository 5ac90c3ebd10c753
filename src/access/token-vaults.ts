import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { findChosen } from '../registry/find-chosen.ts'
import { findVault } from '../registry/find-vault.ts'
import type { NewVault, OpenHow, VaultHub } from '../registry/vault-hub.ts'

/** What one of many callers of a server may do with its vaults. */
export interface VaultGrant {
  /** The ids of the vaults that it may name; null for all. */
  readonly vaults: readonly string[] | null
  /** Whether it may change the list of vaults, and what it says to others. */
  readonly mayManage: boolean
  /** Whether there is somebody to remember a switch for. */
  readonly canSwitch: boolean
}

/**
 * The vaults of a hub as one caller over HTTP sees them: only those it was granted, and with an active vault of its own.
 * Whatever is outside the grant does not exist for it.
 */
export class TokenVaults {
  readonly #hub: VaultHub
  readonly #grant: VaultGrant
  #chosen: KnownVault | null = null

  constructor(hub: VaultHub, grant: VaultGrant) {
    this.#hub = hub
    this.#grant = grant
  }

  /** What was switched to, else that of the process, else the only vault of the grant; null where that one is gone. */
  async current(): Promise<KnownVault | null> {
    const known = await this.known()
    const wanted = this.#chosen ?? (await this.#hub.current())
    const found = wanted === null ? null : await findChosen(known, wanted)
    if (found !== null || this.#chosen !== null) return found
    const [only] = this.#grant.vaults?.length === 1 ? known : []
    return only ?? null
  }

  async lost(): Promise<VaultId | null> {
    if ((await this.current()) !== null) return null
    const lost = this.#chosen?.id ?? (await this.#hub.lost())
    return this.#grant.vaults === null || this.#grant.vaults.some((id) => id === lost) ? lost : null
  }

  async known(): Promise<readonly KnownVault[]> {
    const known = await this.#hub.known()
    return known.filter((vault) => this.#isGranted(vault))
  }

  async find(id: string): Promise<KnownVault> {
    if (this.#grant.vaults === null) return await this.#hub.find(id)
    // Has the registry read again where the id is not known yet. Its own error would name the other vaults.
    await this.#hub.find(id).catch(() => null)
    const known = await this.known()
    if (known.length === 0) throw noVaults()
    return findVault(known, id)
  }

  async open(id: VaultId, how?: OpenHow): Promise<VaultContext> {
    const { id: granted } = await this.find(id)
    return await this.#hub.open(granted, how)
  }

  async opened(): Promise<readonly VaultContext[]> {
    const ids = new Set((await this.known()).map(({ id }) => id))
    return (await this.#hub.opened()).filter(({ id }) => ids.has(id))
  }

  registry(): ReturnType<VaultHub['registry']> {
    return this.#hub.registry()
  }

  /** They speak of the whole registry. */
  async notices(): Promise<readonly string[]> {
    return this.#grant.mayManage ? await this.#hub.notices() : []
  }

  async create(vault: NewVault): Promise<{ readonly known: KnownVault; readonly wasAdopted: boolean }> {
    this.#checkManage('create_vault')
    if (vault.switchTo) this.#checkSwitch()
    const created = await this.#hub.create({ ...vault, switchTo: false })
    return vault.switchTo ? { ...created, known: await this.switchTo(created.known.id) } : created
  }

  async switchTo(id: string): Promise<KnownVault> {
    this.#checkSwitch()
    const { id: granted } = await this.find(id)
    // What starts later is the owner's business: only who may manage them sets it. Where this process has no active
    // vault it would take that one, for all its callers.
    const hasOne = (await this.#hub.current()) !== null || (await this.#hub.lost()) !== null
    if (this.#grant.mayManage && hasOne) await this.#hub.remember(granted)
    else await this.#hub.open(granted)
    this.#chosen = await this.find(granted)
    return this.#chosen
  }

  async update(
    id: string,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<KnownVault> {
    const { id: granted } = await this.find(id)
    return await this.#hub.update(granted, change)
  }

  async remove(id: string): Promise<KnownVault> {
    this.#checkManage('remove_vault')
    return await this.#hub.remove(id)
  }

  #isGranted({ id, aliases }: KnownVault): boolean {
    const { vaults } = this.#grant
    return vaults === null || [id, ...aliases].some((name) => vaults.includes(name))
  }

  #checkManage(tool: string): void {
    if (this.#grant.mayManage) return
    throw new VaultError(
      'PERMISSION_DENIED',
      `${tool} is not for a token that is limited to some vaults or a folder.`,
      {
        hint: 'The owner of the vaults can do it with the flint command.',
      },
    )
  }

  #checkSwitch(): void {
    if (this.#grant.canSwitch) return
    throw new VaultError(
      'PERMISSION_DENIED',
      'Over HTTP the active vault belongs to a token; without one it cannot be switched.',
      {
        hint: { kind: 'make-token' },
      },
    )
  }
}

function noVaults(): VaultError {
  return new VaultError('VAULT_NOT_FOUND', 'This token reaches no vault that is there.', {
    known_vaults: [],
    hint: { kind: 'make-wider-token' },
  })
}
