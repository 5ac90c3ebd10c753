import { findLinks } from '../index-db/link-queries.ts'
import { checkMetadata } from '../markdown/types/check-metadata.ts'
import { localDay } from '../model/local-day.ts'
import { findNearNotes } from '../search/find-near-notes.ts'
import type { ReadNote } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { outgoingFrom, type IndexedNote } from './propose-links.ts'

// Enough to work through in one go.
const most = 10

/** What could be better about a note, by rules alone: no model takes part, and nothing is changed. */
export async function gatherNoteFacts(vault: VaultContext, note: ReadNote, indexed: IndexedNote) {
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
    const fromHere = { kind: 'broken-from', note: indexed.key } as const
    const broken = await findLinks(queries, fromHere, { limit: most, offset: 0 })
    const near = findNearNotes(
      index,
      { path: indexed.path, title: indexed.title, text: file.text.slice(frontmatter.bodyStart) },
      { limit: 5, except: new Set(linked) },
    )
    const named = outgoingFrom(index, vault, indexed)
    return {
      broken_links: broken.links.map(({ target_title, line_number }) => ({ target_title, line_number })),
      unlinked_mentions: [...named].sort((a, b) => b.score - a.score).slice(0, most),
      // About the same by their rarest words, with no link either way.
      nearest_notes: near.map(({ path, title, score }) => ({ path, title, score })),
    }
  })
  const today = localDay(vault.writer.now())
  const { staleParts, longSections } = await vault.textWork.run('analyzeText', file.text, { today, most })
  return {
    // What its type's schema asks for and it does not have, or has wrong.
    missing_fields:
      definition === null ? [] : checkMetadata(definition.schema, frontmatter.data, { strict: false }).errors,
    ...fromIndex,
    stale_parts: staleParts,
    long_sections: longSections,
  }
}
