import { findLinks } from '../index-db/link-queries.ts'
import { checkMetadata } from '../markdown/types/check-metadata.ts'
import { localDate } from '../markdown/types/fill-metadata.ts'
import type { StalePart } from '../markdown/edit/find-stale-parts.ts'
import type { MetadataProblem } from '../model/metadata-schema.ts'
import { findNearNotes } from '../search/find-near-notes.ts'
import type { LongSection } from '../text-work/analyze-text.ts'
import type { ReadNote } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { outgoingFrom, type IndexedNote, type LinkSuggestion } from './propose-links.ts'

export interface NoteAnalysis {
  /** What its type's schema asks for and it does not have, or has wrong. */
  readonly missing_fields: readonly MetadataProblem[]
  readonly broken_links: readonly { readonly target_title: string; readonly line_number: number }[]
  readonly unlinked_mentions: readonly LinkSuggestion[]
  /** Notes about the same by their rarest words, with no link either way. */
  readonly nearest_notes: readonly { readonly path: string; readonly title: string; readonly score: number }[]
  readonly stale_parts: readonly StalePart[]
  readonly long_sections: readonly LongSection[]
}

// Enough to work through in one go.
const most = 10

/** What could be better about a note, by rules alone: no model takes part, and nothing is changed. */
export async function gatherNoteFacts(
  vault: VaultContext,
  note: ReadNote,
  indexed: IndexedNote,
): Promise<NoteAnalysis> {
  const { file, facts, type } = note
  const { frontmatter } = facts
  const { definition } = await vault.types.guidance(type)
  const fromIndex = await vault.index.query(async (index) => {
    const { queries, db } = index
    const linked = db
      .prepare<[number, number], string>(
        `SELECT path FROM note WHERE id IN (SELECT target FROM link WHERE source = ?
           UNION SELECT source FROM link WHERE target = ?)`,
      )
      .pluck()
      .all(indexed.key, indexed.key)
    const broken = await findLinks(
      queries,
      { kind: 'broken-from', note: indexed.key },
      { limit: most, offset: 0 },
    )
    const near = findNearNotes(
      index,
      { path: indexed.path, title: indexed.title, text: file.text.slice(frontmatter.bodyStart) },
      { limit: 5, except: new Set(linked) },
    )
    const named = outgoingFrom(index, vault, indexed)
    return {
      broken_links: broken.links.map(({ target_title, line_number }) => ({ target_title, line_number })),
      unlinked_mentions: [...named].sort((a, b) => b.score - a.score).slice(0, most),
      nearest_notes: near.map(({ path, title, score }) => ({ path, title, score })),
    }
  })
  const today = localDate(vault.writer.now())
  const { staleParts, longSections } = await vault.textWork.run('analyzeText', file.text, { today, most })
  return {
    missing_fields:
      definition === null ? [] : checkMetadata(definition.schema, frontmatter.data, { strict: false }).errors,
    ...fromIndex,
    stale_parts: staleParts,
    long_sections: longSections,
  }
}
