import type { ToolResult } from '../call/call-tool.ts'
import type { CallContext } from '../call/tool-context.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import type { OpenVault } from './settle-vaults.ts'

type MakeAnswer = (context: Pick<CallContext, 'vaults' | 'signal'>) => Promise<ToolResult>

/**
 * An answer that is made while the index of its vault is compared with the disk. Where that changes nothing, which is the
 * rule, it stands, and nobody has waited for both in turn.
 */
export class AnswerAhead {
  readonly #vault: OpenVault
  readonly #vaults: VaultAccess
  readonly #signal: AbortSignal
  readonly #givenUp = new AbortController()
  /** What the vault has told once, to this answer. */
  readonly #told: string[] = []
  readonly #begun: Promise<Begun | null>

  constructor(
    vault: OpenVault,
    { vaults, signal }: Pick<CallContext, 'vaults' | 'signal'>,
    make: MakeAnswer,
  ) {
    this.#vault = vault
    this.#vaults = vaults
    this.#signal = signal
    this.#begun = this.#begin(make)
  }

  /** The answer, once the index agrees with the disk; null where it was made from one that did not. */
  async standing(): Promise<ToolResult | null> {
    const begun = await this.#begun
    if (begun === null) return null
    const now = await stateOf(this.#vault)
    const isSame = now !== null && now.change === begun.change && this.#vault.index.freshness.message === null
    if (!isSame) this.#givenUp.abort()
    const answer = await begun.answer
    // A failed one is made again: what it lacked may have been a question to the person.
    return isSame && !answer.isError ? answer : null
  }

  /** The vaults for a later answer, which is told what this one was. */
  get vaultsAfter(): VaultAccess {
    return this.#seenBy(() => ({
      ...this.#vault,
      takeNotices: (mayTell) => [...this.#told.splice(0), ...this.#vault.takeNotices(mayTell)],
    }))
  }

  async #begin(make: MakeAnswer): Promise<Begun | null> {
    if (this.#vault.index.freshness.state !== 'scanning') return null
    const state = await stateOf(this.#vault)
    if (state?.isFilled !== true) return null
    const vaults = this.#seenBy(() => ({
      ...this.#vault.view({ asSettled: true }),
      takeNotices: (mayTell) => {
        const notices = this.#vault.takeNotices(mayTell)
        this.#told.push(...notices)
        return notices
      },
    }))
    const signal = AbortSignal.any([this.#signal, this.#givenUp.signal])
    return { change: state.change, answer: make({ vaults, signal }) }
  }

  #seenBy(see: () => OpenVault): VaultAccess {
    const open: VaultAccess['open'] = async (id, how) =>
      id === this.#vault.id ? see() : await this.#vaults.open(id, how)
    return { ...this.#vaults, open }
  }
}

interface Begun {
  readonly change: string | null
  readonly answer: Promise<ToolResult>
}

/** Null where the index cannot be asked. */
async function stateOf({ index }: OpenVault) {
  return await index
    .queryAsIs((reader) => ({ change: reader.lastChange(), isFilled: reader.isFilled() }))
    .catch(() => null)
}
