import { namesExcluded } from '../../files/excluded-files.ts'
import { type Begun, listTypes, notesBeginning, tagsBeginning } from '../../index-db/prefix-queries.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { resolveVault } from '../../call/resolve-vaults.ts'
import type { VaultAccess } from '../../registry/vault-access.ts'

/** What an argument of a prompt or a part of an address may be. */
export const completionKinds = ['vault', 'note', 'type', 'tag'] as const
export type CompletionKind = (typeof completionKinds)[number]

export interface Completions {
  readonly values: readonly string[]
  /** All there are; left out where they are too many to be counted at once. */
  readonly total?: number
  readonly hasMore: boolean
}

interface Where {
  readonly vaults: VaultAccess
  readonly vaultId?: string | null | undefined
}

/** As many as the protocol takes. */
const mostValues = 100

/**
 * What a value may become. Notes, types and tags are those of the vault, the active one when none is named; a vault that
 * is unknown or has no index has none to offer.
 */
export async function complete(kind: CompletionKind, value: string, where: Where): Promise<Completions> {
  if (kind === 'vault') {
    const ids = (await where.vaults.known()).map(({ id }) => id)
    return toCompletions(beginning(ids, value))
  }
  const vault = await openVault(where)
  return toCompletions(vault === null ? { values: [], total: 0 } : await inVault(kind, value, vault))
}

async function inVault(kind: 'note' | 'type' | 'tag', value: string, vault: VaultContext): Promise<Begun> {
  switch (kind) {
    case 'note': {
      const asked = { limit: mostValues, withExcluded: namesExcluded(vault.settings, value) }
      return await vault.index.query((index) => Promise.resolve(notesBeginning(index, value, asked)))
    }
    case 'tag':
      return await vault.index.query((index) => Promise.resolve(tagsBeginning(index, value, mostValues)))
    case 'type': {
      const described = (await vault.types.list()).map(({ definition }) => definition.name)
      const used = await vault.index.query((index) => Promise.resolve(listTypes(index)))
      return beginning([...new Set([...described, ...used])].sort(), value)
    }
  }
}

async function openVault({ vaults, vaultId = null }: Where): Promise<VaultContext | null> {
  try {
    const { id } = await resolveVault(vaults, vaultId)
    const vault = await vaults.open(id)
    return vault.index.isThere ? vault : null
  } catch (error) {
    if (error instanceof VaultError) return null
    throw error
  }
}

function beginning(all: readonly string[], value: string): Begun {
  const start = normalizeKey(value)
  const values = all.filter((one) => normalizeKey(one).startsWith(start))
  return { values, total: values.length }
}

function toCompletions({ values, total }: Begun): Completions {
  const shown = values.slice(0, mostValues)
  return { values: shown, ...(total !== null && { total }), hasMore: total === null || total > shown.length }
}
