import type { OwnState } from '../index-db/own-model-rows.ts'

/** Fewer notes say too little about their words: such a vault has no model of its own. */
export const fewestNotes = 30

/** How far the vault's own model can be relied on. */
export type OwnStanding = 'not needed' | 'missing' | 'behind' | 'whole' | 'unreadable'

export function ownStanding({ notes, model }: OwnState): OwnStanding {
  if (model === null) return notes < fewestNotes ? 'not needed' : 'missing'
  return model.missing > 0 ? 'behind' : 'whole'
}

/** What is missing of it, as part of a sentence; null where nothing is. */
export function whatIsMissing(standing: OwnStanding): string | null {
  switch (standing) {
    case 'not needed':
    case 'whole':
      return null
    case 'missing':
      return "the vault's own model is not made yet"
    case 'behind':
      return "the vault's own model does not know every note yet"
    case 'unreadable':
      return "the vault's own model cannot be read"
  }
}
