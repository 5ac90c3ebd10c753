/**
 * Rankings of which a page was handed out, so that the next page goes on in the same order although vectors have come or
 * the model has been loaded meanwhile. Few, and not for long: the rest is ranked again.
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
    // The one that was used last stands last.
    this.#kept.delete(key)
    this.#kept.set(key, { ranking, until: this.#now() + this.#forMs })
    for (const [other, { until }] of this.#kept) {
      if (this.#kept.size <= this.#most && until > this.#now()) break
      this.#kept.delete(other)
    }
  }
}
