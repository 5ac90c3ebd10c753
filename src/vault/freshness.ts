/** How far the index is behind the disk, in words for the caller. */
export interface Freshness {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready' | 'unavailable'
  readonly message: string | null
  readonly done: number
  readonly total: number
}

/** What to say of it; null where the index agrees with the disk. */
export function freshnessMessage(state: Freshness['state'], done: number, total: number): string | null {
  switch (state) {
    case 'ready':
      return null
    case 'scanning':
      return 'The vault is being looked through: notes that changed while flint was not running may be missing.'
    case 'indexing':
      return `${done} of ${total} changed notes are indexed so far: the others may be missing.`
    case 'doubtful':
      return 'Many notes are missing on disk at once: they are kept in the index until a second look agrees.'
    case 'unavailable':
      return 'The index cannot follow the disk.'
  }
}
