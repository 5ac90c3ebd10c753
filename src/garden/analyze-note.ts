import { findLinks } from '../index-db/link-queries.ts'
import { checkMetadata } from '../markdown/check-metadata.ts'
import { countWords } from '../markdown/count-words.ts'
import { localDate } from '../markdown/fill-metadata.ts'
import { findStaleParts, type StalePart } from '../markdown/find-stale-parts.ts'
import type { MetadataProblem } from '../model/metadata-schema.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { findNearNotes } from '../search/find-near-notes.ts'
import type { ReadNote } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { outgoingFrom, type IndexedNote, type LinkSuggestion } from './suggest-links.ts'

export interface NoteAnalysis {
  /** What its type's schema asks for and it does not have, or has wrong. */
  readonly missing_fields: readonly MetadataProblem[]
  readonly broken_links: readonly { readonly target_title: string; readonly line_number: number }[]
  readonly unlinked_mentions: readonly LinkSuggestion[]
  /** Notes about the same by their rarest words, with no link either way. */
  readonly nearest_notes: readonly { readonly path: string; readonly title: string; readonly score: number }[]
  readonly stale_parts: readonly StalePart[]
  readonly long_sections: readonly {
    readonly heading: string
    readonly line_number: number
    readonly words: number
  }[]
}

// Enough to work through in one go.
const most = 10
// About three printed pages.
const longFrom = 800

/** What could be better about a note, by rules alone: no model takes part, and nothing is changed. */
export async function analyzeNote(
  vault: VaultContext,
  note: ReadNote,
  indexed: IndexedNote,
): Promise<NoteAnalysis> {
  const { file, parsed, type } = note
  const { definition } = await vault.types.guidance(type)
  const fromIndex = await vault.query(async (index) => {
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
      { path: indexed.path, title: indexed.title, text: file.text.slice(parsed.frontmatter.bodyStart) },
      { limit: 5, except: new Set(linked) },
    )
    const named = outgoingFrom(index, vault, indexed)
    return {
      broken_links: broken.links.map(({ target_title, line_number }) => ({ target_title, line_number })),
      unlinked_mentions: [...named].sort((a, b) => b.score - a.score).slice(0, most),
      nearest_notes: near.map(({ path, title, score }) => ({ path, title, score })),
    }
  })
  return {
    missing_fields:
      definition === null
        ? []
        : checkMetadata(definition.schema, parsed.frontmatter.data, { strict: false }).errors,
    ...fromIndex,
    stale_parts: findStaleParts(file.text, parsed, localDate(vault.writer.now())).slice(0, most),
    long_sections: longSections(file.text, parsed),
  }
}

/** Without their subsections, longest first. */
function longSections(text: string, { sections, headings }: ParsedNote): NoteAnalysis['long_sections'] {
  return sections
    .flatMap(({ heading, content }, index) => {
      const next = sections[index + 1]
      const end = next === undefined ? content.end : Math.min(content.end, next.range.start)
      const words = countWords(text.slice(content.start, end), 0)
      const own = headings[heading]
      return own === undefined || words < longFrom
        ? []
        : [{ heading: own.text, line_number: own.line, words }]
    })
    .sort((a, b) => b.words - a.words)
    .slice(0, most)
}
