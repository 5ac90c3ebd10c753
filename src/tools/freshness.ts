import { z } from 'zod'
import type { VaultContext } from '../vault/vault-context.ts'

export const freshnessShape = z.object({ state: z.string(), message: z.string() })

/** What a caller must know of an index that is not up to date; nothing while it is. */
export function freshnessOf(vault: VaultContext): { freshness?: z.output<typeof freshnessShape> } {
  const { state, message } = vault.freshness
  return message === null ? {} : { freshness: { state, message } }
}
