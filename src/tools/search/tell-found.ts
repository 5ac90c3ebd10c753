import type { Said } from '../../model/advice.ts'
import type { ParsedQuery } from '../../search/parse-query.ts'
import { mostNearest } from '../../search/rank-meant.ts'
import type { HybridHits, SearchMode } from '../../search/search-hybrid.ts'

interface Found extends Pick<HybridHits, 'total' | 'isRelaxed' | 'halves' | 'meantAlone'> {
  readonly mode: SearchMode
  /** Whether every note is in the index. */
  readonly isWhole: boolean
  readonly isEmptyFolder: boolean
  /** Whether filters or excluded words leave notes out. */
  readonly isNarrow: boolean
  /** Where no note that was looked at has any of the words: whether another has. */
  readonly isElsewhere: boolean
}

/** What a list of hits does not say of itself; null where there is nothing to say. */
export function tellFound({ terms }: ParsedQuery, found: Found): Said | null {
  const { total, isRelaxed, halves, meantAlone, mode, isWhole } = found
  if (total === 0 && !isWhole) return 'No note that is indexed so far fits.'
  if (found.isEmptyFolder) return 'That directory has no notes. Search without it.'
  if (mode === 'semantic' && halves.semantic)
    return total === mostNearest
      ? `Only the nearest ${mostNearest} notes are listed. Filters choose from all.`
      : null
  if (total === 0 && terms.length === 0)
    return 'No note fits. A query of operators alone lists what they let through; marks are no words.'
  // Of a search by meaning that could not take place, halves says why.
  if (total === 0 && mode === 'semantic') return null
  if (total === 0) return tellWhereWordsAre(found) ?? { kind: 'search-otherwise' }
  if (meantAlone === 'all') {
    const where = tellWhereWordsAre(found)
    if (where !== null) return `${where} These are nearest in meaning.`
    return `No note${isWhole ? '' : ' that is indexed so far'} has any of these words: these are nearest in meaning.`
  }
  if (isRelaxed && terms.length > 1)
    return `Few notes have all the words: those with some of them${meantAlone === 'some' ? ', and others near in meaning,' : ''} follow.`
  return null
}

/** Null where no note has any of the words. */
function tellWhereWordsAre({ isElsewhere, isNarrow }: Found): string | null {
  if (!isElsewhere) return null
  return isNarrow
    ? 'No note that the filters let through has any of these words; others have: search without the filters.'
    : 'Only notes that are archived, or excluded in Obsidian, have any of these words: name their folder to search them.'
}
