import type { Walk } from '../model/walk.ts'

/**
 * Rankings of which a page was shown, so that the next page goes on in them even if notes, vectors or the model have changed
 * meanwhile. So many hits are kept, and for a while: others are ranked again.
 */
export class KeptRankings<Ranking> {
  /** How many hits a ranking has. */
  readonly #sizeOf: (ranking: Ranking) => number
  readonly #most: number
  readonly #forMs: number
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly ranking: Ranking; readonly until: number }>()

  constructor(
    sizeOf: (ranking: Ranking) => number,
    { most = 20_000, forMs = 30 * 60_000, now = Date.now } = {},
  ) {
    this.#sizeOf = sizeOf
    this.#most = most
    this.#forMs = forMs
    this.#now = now
  }

  /** Null where a walk begins, and where its ranking is kept no longer. */
  find({ key, goesOn }: Walk): Ranking | null {
    const kept = goesOn ? this.#kept.get(key) : undefined
    return kept === undefined || kept.until <= this.#now() ? null : kept.ranking
  }

  keep({ key }: Walk, ranking: Ranking): void {
    // The one used last comes last.
    this.#kept.delete(key)
    this.#kept.set(key, { ranking, until: this.#now() + this.#forMs })
    let hits = 0
    for (const { ranking } of this.#kept.values()) hits += this.#sizeOf(ranking)
    for (const [other, { ranking, until }] of this.#kept) {
      // Who walks through a very long list goes on in it.
      if (other === key || (hits <= this.#most && until > this.#now())) break
      this.#kept.delete(other)
      hits -= this.#sizeOf(ranking)
    }
  }
}

/** The rankings of one vault, or of a view of it. */
export interface Rankings<Ranking> {
  find(walk: Walk): Ranking | null
  keep(walk: Walk, ranking: Ranking): void
}

/** A limited view has rankings of its own. */
export function rankingsWithin<Ranking>(
  rankings: Rankings<Ranking>,
  roots: readonly string[],
): Rankings<Ranking> {
  const own = ({ key, goesOn }: Walk) => ({ key: JSON.stringify([key, roots]), goesOn })
  return {
    find: (walk) => rankings.find(own(walk)),
    keep: (walk, ranking) => {
      rankings.keep(own(walk), ranking)
    },
  }
}
