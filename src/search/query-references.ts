import type { IndexQueries } from '../index-db/index-reader.ts'
import { lineOf } from '../index-db/link-queries.ts'
import { findNotesCalled, type Page } from '../index-db/note-queries.ts'
import { pathKey } from '../model/normalize-key.ts'
import { withoutNoteExtension } from '../model/note-path.ts'
import { findMentions } from './find-mentions.ts'

/** How a name is linked to, or that it is just named. */
export const referenceTypes = ['wikilink', 'markdown', 'reference', 'frontmatter', 'text_mention'] as const

export interface Reference {
  readonly path: string
  readonly title: string
  readonly link_type: (typeof referenceTypes)[number]
  readonly is_embed?: true
  readonly line_number: number
  readonly excerpt: string
}

/** Where a name is linked to or just named. Links count when they lead to the note of that name, or would if it existed. */
export async function queryReferences(
  queries: IndexQueries,
  name: string,
  page: Page & { readonly withMentions: boolean },
): Promise<{ readonly references: readonly Reference[]; readonly total: number }> {
  const stem = withoutNoteExtension(name.trim())
  const called = await findNotesCalled(queries, stem, ['path', 'title', 'name', 'alias'])
  const keys = called.map((note) => note.key)
  const key = pathKey(stem)
  const links = await queries
    .selectFrom('link')
    .innerJoin('note', 'note.id', 'link.source')
    .innerJoin('note_body', 'note_body.note', 'link.source')
    .select(['note.id', 'note.path', 'note.title', 'note_body.body', 'note.body_line', 'link.line'])
    .select(['link.form', 'link.is_embed'])
    .where((eb) =>
      eb.or([
        ...(keys.length > 0 ? [eb('link.target', 'in', keys)] : []),
        eb('link.exact_key', '=', key),
        eb('link.name_key', '=', key),
      ]),
    )
    .where((eb) => eb.not(eb('link.raw', '=', '')))
    .orderBy('note.path')
    .orderBy('link.line')
    .execute()
  const found: Reference[] = links.map((link) => ({
    path: link.path,
    title: link.title,
    link_type: referenceTypes.find((type) => type === link.form) ?? 'wikilink',
    ...(link.is_embed === 1 && { is_embed: true as const }),
    line_number: link.line,
    excerpt: lineOf(link.body, link.line - link.body_line),
  }))
  if (page.withMentions) {
    const { mentions } = await findMentions(queries, [stem], { except: null })
    for (const { note, path, title, line, excerpt } of mentions) {
      // A note does not refer to itself.
      if (keys.includes(note)) continue
      found.push({ path, title, link_type: 'text_mention', line_number: line, excerpt })
    }
  }
  return { references: found.slice(page.offset, page.offset + page.limit), total: found.length }
}
