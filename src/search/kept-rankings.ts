/**
 * Rankings of which a page was shown, so that the next page keeps their order even if vectors have been added or the
 * model loaded meanwhile. Few are kept, and briefly: others are ranked again.
 */
export class KeptRankings<Ranking> {
  readonly #most: number
  readonly #forMs: number
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly ranking: Ranking; readonly until: number }>()

  constructor({ most = 32, forMs = 5 * 60_000, now = Date.now } = {}) {
    this.#most = most
    this.#forMs = forMs
    this.#now = now
  }

  find(key: string): Ranking | null {
    const kept = this.#kept.get(key)
    return kept === undefined || kept.until <= this.#now() ? null : kept.ranking
  }

  keep(key: string, ranking: Ranking): void {
    // The one used last comes last.
    this.#kept.delete(key)
    this.#kept.set(key, { ranking, until: this.#now() + this.#forMs })
    for (const [other, { until }] of this.#kept) {
      if (this.#kept.size <= this.#most && until > this.#now()) break
      this.#kept.delete(other)
    }
  }
}
