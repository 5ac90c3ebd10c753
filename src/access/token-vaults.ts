import type { Awaitable } from '../model/awaitable.ts'
import type { TokenPlace } from '../model/access-token.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import { findChosen } from '../registry/find-chosen.ts'
import { someVaults } from '../registry/some-vaults.ts'
import type { AskHow, VaultAccess } from '../registry/vault-access.ts'
import type { VaultHub } from '../registry/vault-hub.ts'

/** What one of many callers of a server may do with its vaults. */
export interface VaultGrant {
  /** The ids of the vaults that it may name; null for all. */
  readonly vaults: readonly string[] | null
  /** The folders that these ids stand for; of one that is not here, whichever has it. */
  readonly places?: readonly TokenPlace[] | undefined
  /** ISO time when it was given; null or left out where that is not known. */
  readonly created?: string | null | undefined
  /** Another such list, in which a vault has to be as well. */
  readonly also?: readonly string[] | null
  /** Whether it may change the list of vaults, and what it says to others. */
  readonly mayManage: boolean
  /** Whether a switch of vaults can be remembered for this caller. */
  readonly canSwitch: boolean
}

/**
 * The vaults of a hub as one caller over HTTP sees them: only those it was granted, and with an active vault of its own.
 * Whatever is outside the grant does not exist for it.
 */
export function tokenVaults(hub: VaultHub, grant: VaultGrant, active = inMemory()): VaultAccess {
  const { vaults, also = null, mayManage } = grant
  const granted = [vaults, also].filter((ids) => ids !== null)
  const isGranted = async (vault: KnownVault) => {
    const names = namesOf(vault)
    return (
      granted.every((ids) => names.some((name) => ids.includes(name))) && (await isMeant(hub, vault, grant))
    )
  }
  const pick = async (known: readonly KnownVault[]) => {
    if (granted.length === 0) return known
    const picked = await Promise.all(known.map(isGranted))
    return known.filter((_, index) => picked[index])
  }
  const some = someVaults(hub, pick, granted.length === 0 ? null : noVaults)
  let first: KnownVault | null = null
  // What was switched to, else that of the process, else the only vault of the grant; null where that one is gone.
  const current = async (how?: AskHow) => {
    const known = await some.known()
    const [only = null] = granted.some((ids) => ids.length === 1) ? known : []
    first ??= only
    const chosen = await active.get(how)
    const wanted = chosen ?? (await hub.current())
    const found = wanted === null ? null : await findChosen(known, wanted)
    if (found !== null || chosen !== null) return found
    if (only === null || first === null) return null
    // Another folder that has got its id does not take its place.
    return (await hub.isSameFolder(only.root, { root: first.root, at: null })) ? only : null
  }
  const switchTo = async (id: string) => {
    checkSwitch(grant)
    const { id: found } = await some.find(id)
    // What starts later is the owner's business: only who may manage them sets it. Where this process has no active
    // vault it would take that one, for all its callers.
    const hasOne = (await hub.current()) !== null || (await hub.lost()) !== null
    if (mayManage && hasOne) await hub.remember(found)
    else await hub.open(found)
    const chosen = await some.find(found)
    await active.set(chosen)
    return chosen
  }
  return {
    ...some,
    current,
    async lost() {
      if ((await current()) !== null) return null
      const lost = (await active.get())?.id ?? first?.id ?? (await hub.lost())
      return granted.every((ids) => ids.some((id) => id === lost)) ? lost : null
    },
    registry: hub.registry,
    // They speak of the whole registry.
    notices: async () => (mayManage ? await hub.notices() : []),
    admin: {
      async create(vault) {
        checkManage(grant, 'create_vault')
        if (vault.switchTo) checkSwitch(grant)
        const created = await hub.admin.create({ ...vault, switchTo: false })
        return vault.switchTo ? { ...created, known: await switchTo(created.known.id) } : created
      },
      switchTo,
      async update(id, change) {
        checkManage(grant, 'update_vault')
        return await hub.admin.update((await some.find(id)).id, change)
      },
      async remove(id) {
        checkManage(grant, 'remove_vault')
        return await hub.admin.remove(id)
      },
    },
  }
}

/** Whether the grant is for all vaults, or names one by an id that was given for its folder. */
export async function isMeant(
  hub: Pick<VaultHub, 'isSameFolder'>,
  vault: KnownVault,
  { vaults: ids, places = [], created: at = null }: Pick<VaultGrant, 'vaults' | 'places' | 'created'>,
): Promise<boolean> {
  if (ids === null) return true
  for (const name of namesOf(vault).filter((one) => ids.includes(one))) {
    const place = places.find(({ id }) => id === name)
    if (place === undefined || (await hub.isSameFolder(vault.root, { root: place.root, at }))) return true
  }
  return false
}

function namesOf({ id, aliases }: KnownVault): readonly string[] {
  return [id, ...aliases]
}

/** Of one that was taken off the list the folder may not be known. */
interface ChosenVault extends Pick<KnownVault, 'id'> {
  readonly root: string | null
}

/** The active vault of one caller; null while it has switched to none. */
export interface ActiveVault {
  get(how?: AskHow): Awaitable<ChosenVault | null>
  set(vault: KnownVault): Awaitable<void>
}

function inMemory(): ActiveVault {
  let chosen: KnownVault | null = null
  return {
    get: () => chosen,
    set(vault) {
      chosen = vault
    },
  }
}

function checkManage({ mayManage }: VaultGrant, tool: string): void {
  if (mayManage) return
  throw new VaultError(
    'PERMISSION_DENIED',
    `${tool} is not for a token that is limited to some vaults or a folder.`,
    {
      hint: 'The owner of the vaults can do it with the flint command.',
    },
  )
}

function checkSwitch({ canSwitch }: VaultGrant): void {
  if (canSwitch) return
  throw new VaultError(
    'PERMISSION_DENIED',
    'Over HTTP the active vault belongs to a token; without one it cannot be switched.',
    {
      hint: { kind: 'make-token' },
    },
  )
}

function noVaults(): VaultError {
  return new VaultError('VAULT_NOT_FOUND', 'This token reaches no vault that is there.', {
    known_vaults: [],
    hint: { kind: 'make-wider-token' },
  })
}
