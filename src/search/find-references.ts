import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from '../index-db/kysely.ts'
import { lineOf } from '../index-db/link-queries.ts'
import { findNotesCalled } from '../index-db/note-queries.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { withoutNoteExtension } from '../model/note-path.ts'
import { toMatch } from './to-match.ts'

export interface Reference {
  readonly path: string
  readonly title: string
  readonly link_type: 'wikilink' | 'text_mention'
  readonly line_number: number
  readonly excerpt: string
}

/**
 * Where a name is linked to, or named without a link. Links count when they lead to the note of that name, and when
 * they wait for one.
 */
export async function findReferences(
  queries: IndexQueries,
  name: string,
  page: { readonly withMentions: boolean; readonly limit: number; readonly offset: number },
): Promise<{ readonly references: readonly Reference[]; readonly total: number }> {
  const called = await findNotesCalled(queries, withoutNoteExtension(name), [
    'path',
    'title',
    'name',
    'alias',
  ])
  const keys = called.map((note) => note.key)
  const key = normalizeKey(withoutNoteExtension(name))
  const links = await queries
    .selectFrom('link')
    .innerJoin('note', 'note.id', 'link.source')
    .innerJoin('note_body', 'note_body.note', 'link.source')
    .select(['note.id', 'note.path', 'note.title', 'note_body.body', 'note.body_line', 'link.line'])
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
    link_type: 'wikilink',
    line_number: link.line,
    excerpt: lineOf(link.body, link.line - link.body_line),
  }))
  if (page.withMentions) {
    const linked = new Set(links.map(({ path, line }) => `${path}:${line}`))
    found.push(...(await findMentions(queries, name, linked)))
  }
  return { references: found.slice(page.offset, page.offset + page.limit), total: found.length }
}

// A name that is in more notes than this is a word, not a reference.
const mostMentioningNotes = 500

async function findMentions(
  queries: IndexQueries,
  name: string,
  linked: ReadonlySet<string>,
): Promise<readonly Reference[]> {
  const words = withoutNoteExtension(name)
  if (!/[\p{L}\p{N}]/u.test(words)) return []
  const match = `content : ${toMatch([{ text: words, kind: 'phrase' }], 'all')}`
  const { rows } = await sql<{ path: string; title: string; body: string; body_line: number }>`
    SELECT note.path, note.title, note_body.body, note.body_line
    FROM note JOIN note_body ON note_body.note = note.id
    WHERE note.id IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${match})
    ORDER BY note.path LIMIT ${mostMentioningNotes}`.execute(queries)
  const wanted = words.toLowerCase()
  return rows.flatMap(({ path, title, body, body_line }) =>
    body.split('\n').flatMap((text, index): Reference[] => {
      const line = body_line + index
      if (linked.has(`${path}:${line}`) || !mentions(text.toLowerCase(), wanted)) return []
      return [
        { path, title, link_type: 'text_mention', line_number: line, excerpt: text.trim().slice(0, 300) },
      ]
    }),
  )
}

/** Whether the words stand in the line as whole words. */
function mentions(line: string, words: string): boolean {
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    const isWordBefore = /[\p{L}\p{N}]$/u.test(line.slice(0, at))
    const isWordAfter = /^[\p{L}\p{N}]/u.test(line.slice(at + words.length))
    if (!isWordBefore && !isWordAfter) return true
  }
  return false
}
