import { VaultError } from '../model/vault-error.ts'
import { inboxPath } from './open-inbox.ts'
import { findDuplicates } from '../search/find-duplicates.ts'
import { findNearNotes } from '../search/find-near-notes.ts'
import type { VaultContext } from '../vault/vault-context.ts'

// Enough to offer, few enough to read.
const mostSuggested = 5
// Below it a link is more often wrong than right.
const leastScore = 0.2
// What a note was made from is on its way out.
const notLinked: ReadonlySet<string> = new Set([inboxPath])

interface Neighbour {
  readonly path: string
  readonly title: string
  readonly score: number
}

export interface Neighbours {
  readonly suggested_links?: readonly Neighbour[]
  readonly similar_notes?: readonly (Neighbour & { readonly reason: string })[]
}

interface NewNote {
  readonly path: string
  readonly title: string
  readonly text: string
}

/**
 * What a new note may link to, and notes that may be the same one, in the index as it is. Of one of many notes only those are
 * named that are called alike, so that a long answer stays readable. A vault without its index says nothing of it.
 */
export async function findNeighbours(
  vault: VaultContext,
  note: NewNote,
  { isOneOfMany }: { readonly isOneOfMany: boolean },
): Promise<Neighbours> {
  if (!vault.index.isThere) return {}
  try {
    return await askIndex(vault, note, isOneOfMany)
  } catch (error) {
    // The note is there already: an index that is damaged must not make that look like a failure.
    if (error instanceof VaultError && error.code === 'INDEX_UNAVAILABLE') return {}
    throw error
  }
}

async function askIndex(vault: VaultContext, note: NewNote, isOneOfMany: boolean): Promise<Neighbours> {
  return await vault.index.queryAsIs((index) => {
    const near = isOneOfMany ? [] : findNearNotes(index, note, { limit: mostSuggested, except: notLinked })
    const similar = findDuplicates(index, note, near)
    const isSimilar = new Set(similar.map(({ path }) => path))
    // Scores depend on how common words are in the whole vault: who sees a part of it must not learn that.
    const least = vault.scope === null ? leastScore : 0
    const suggested = near.filter(({ path, score }) => score >= least && !isSimilar.has(path)).map(shown)
    return Promise.resolve({
      ...(suggested.length > 0 && { suggested_links: suggested }),
      ...(similar.length > 0 && {
        similar_notes: similar.map((duplicate) => ({ ...shown(duplicate), reason: duplicate.reason })),
      }),
    })
  })
}

function shown({ path, title, score }: Neighbour): Neighbour {
  return { path, title, score }
}
