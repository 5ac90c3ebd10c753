import { setImmediate as turn } from 'node:timers/promises'
import { atMost } from '../model/at-most.ts'
import { VaultError } from '../model/vault-error.ts'

/** One call that is being answered. */
interface Call {
  /** Resolves once nothing of it goes on. */
  readonly ended: Promise<unknown>
  /** Aborted where whoever has made it is gone, and may look whether it was done; null for one that changes nothing. */
  readonly left: AbortSignal | null
}

/** How long a call waits for those before it whose callers are gone. */
const longestMs = 15_000

/** The calls that this server answers at a moment, by vault. */
export class CallsUnderWay {
  readonly #calls = new Map<string, Set<Call>>()
  readonly #longestMs: number

  constructor({ longestMs: longest = longestMs } = {}) {
    this.#longestMs = longest
  }

  /**
   * Answers a call once those before it in its vaults have ended whose callers are gone: so who looks whether such a call
   * was done, and makes it again if not, has it done once. CLUSTER_UNAVAILABLE, with nothing done, where that takes too
   * long.
   */
  async during<Result>(
    vaults: readonly string[],
    answer: () => Promise<Result>,
    left: AbortSignal | null,
  ): Promise<Result> {
    const before = vaults.flatMap((vault) => this.#of(vault)).filter((call) => call.left !== null)
    const answered = before.length === 0 ? answer() : this.#afterOrphans(vaults, before).then(answer)
    const call = { ended: answered.catch(() => undefined), left }
    for (const vault of vaults) this.#calls.set(vault, (this.#calls.get(vault) ?? new Set()).add(call))
    try {
      return await answered
    } finally {
      for (const vault of vaults) {
        const calls = this.#calls.get(vault)
        calls?.delete(call)
        if (calls?.size === 0) this.#calls.delete(vault)
      }
    }
  }

  /** Resolves once every call to a vault has ended that is being answered now. */
  async ended(vault: string): Promise<void> {
    await Promise.all(this.#of(vault).map((call) => call.ended))
  }

  async #afterOrphans(vaults: readonly string[], before: readonly Call[]): Promise<void> {
    // A connection that has ended is heard of within a turn or two.
    await turn()
    await turn()
    const orphans = before.filter(({ left }) => left?.aborted === true).map((call) => call.ended)
    if ((await atMost(this.#longestMs, Promise.all(orphans))) !== null) return
    throw new VaultError(
      'CLUSTER_UNAVAILABLE',
      'An earlier call, whose caller is gone, is still being carried out in the vault. Nothing was changed.',
      { vaults, retry: true, hint: 'Try the same call again in a few seconds.' },
    )
  }

  #of(vault: string): readonly Call[] {
    return [...(this.#calls.get(vault) ?? [])]
  }
}
