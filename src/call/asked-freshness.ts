import { z } from 'zod'
import { VaultError } from '../model/vault-error.ts'
import type { CallContext } from './tool-context.ts'
import type { VaultContext } from '../vault/vault-context.ts'

export const freshnessShape = z.object({ state: z.string(), message: z.string() })

interface Told {
  readonly freshness?: z.output<typeof freshnessShape>
}

/** What a caller must know of an index that is not up to date; nothing while it is. */
export function freshnessOf(vault: VaultContext): Told {
  const { state, message } = vault.index.freshness
  return message === null ? {} : { freshness: { state, message } }
}

/**
 * How far behind the index was when a call asked it. What such an index does not know is no more than not known yet:
 * whatever the call answers, found or not, says so.
 */
export class AskedFreshness {
  #told: Told | null = null

  /** The vault for the call, whose changes are made in the caller's name. */
  watch(vault: VaultContext, { actor }: Pick<CallContext, 'actor'>): VaultContext {
    return vault.view({
      actor: actor ?? null,
      onAsked: () => {
        // A look that the call itself has asked for since makes nothing less fresh.
        const isFirst = this.#told === null
        if (isFirst || (this.#told?.freshness === undefined && vault.index.freshness.written.length > 0))
          this.#told = freshnessOf(vault)
      },
    })
  }

  /** For the result; nothing where the index was up to date, or was not asked. */
  get told(): Told {
    return this.#told ?? {}
  }

  /** The error with it. */
  tellIn(error: VaultError): VaultError {
    const { freshness } = this.told
    if (error.code === 'INDEX_UNAVAILABLE' || freshness === undefined) return error
    return new VaultError(error.code, error.message, { freshness, ...error.facts }, { cause: error })
  }
}
