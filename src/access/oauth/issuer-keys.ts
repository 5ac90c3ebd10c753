import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

export interface IssuerKeysOptions {
  /** The keys in force. */
  readonly findKeys: () => Promise<JSONWebKeySet>
  readonly now: () => Date
}

/** The keys of the issuer cannot be had, so that nothing can be said of a token. */
export class IssuerUnreachable extends Error {}

/** Then they are looked at again: a key that the issuer has withdrawn is refused from then on. */
const keepMs = 10 * 60_000
/** Where the issuer cannot be asked, as long as this. */
const keepAtMostMs = 3_600_000
/** Between two questions to the issuer, whatever is sent here. */
const pauseMs = 10_000

/**
 * The keys of an identity provider: asked for when they are first needed, kept, and asked for again when a token names one
 * that is not among them. However many tokens name keys that are not there, the issuer is asked once in ten seconds.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions
  #kept: { readonly get: JWTVerifyGetKey; readonly at: number } | null = null
  /** When the last answer came, or none. */
  #askedAt: number | null = null
  /** Why the last question had no answer. */
  #failed: Error | null = null
  #asking: Promise<void> | null = null

  constructor(options: IssuerKeysOptions) {
    this.#options = options
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (this.#age() > keepMs) {
      const asking = this.#ask()
      // Of an issuer that did not answer the last time nobody waits while its keys are good.
      if (this.#failed === null || this.#age() > keepAtMostMs) await asking
    }
    if (this.#kept === null || this.#age() > keepAtMostMs) throw this.#unreachable()
    try {
      return await this.#kept.get(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const hasAsked = await this.#ask()
      // The issuer, which did not answer, may have it.
      if (this.#failed !== null) throw this.#unreachable()
      if (!hasAsked) throw error
      return await this.#kept.get(header, token)
    }
  }

  #age(): number {
    return this.#kept === null ? Number.POSITIVE_INFINITY : this.#options.now().getTime() - this.#kept.at
  }

  /** False where it is too early to ask again. */
  async #ask(): Promise<boolean> {
    if (this.#asking === null) {
      const now = this.#options.now().getTime()
      if (this.#askedAt !== null && now - this.#askedAt < pauseMs) return false
      this.#asking = this.#load(now).finally(() => {
        this.#askedAt = this.#options.now().getTime()
        this.#asking = null
      })
    }
    await this.#asking
    return true
  }

  async #load(at: number): Promise<void> {
    try {
      this.#kept = { get: createLocalJWKSet(await this.#options.findKeys()), at }
      this.#failed = null
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error))
    }
  }

  #unreachable(): IssuerUnreachable {
    return new IssuerUnreachable(this.#failed?.message ?? 'the keys are too old', { cause: this.#failed })
  }
}
