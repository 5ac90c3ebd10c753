import type { IndexQueries } from './index-reader.ts'
import { sql } from 'kysely'
import { fitsNone } from './note-filter.ts'
import { beginning } from '../model/whole-characters.ts'

/** A row of the public view `note_links`, with what is needed to show it. */
export interface LinkRow {
  readonly id: number
  /** Path of the note or canvas that holds the link. */
  readonly source_note_id: string
  readonly source_title: string
  readonly target_note_id: string | null
  /** Title of the note it resolves to. */
  readonly found_title: string | null
  /** Path of a file other than a note, where it resolves to one. */
  readonly target_file: string | null
  readonly target_title: string
  readonly link_text: string | null
  readonly heading: string | null
  readonly block: string | null
  readonly line_number: number
  readonly form: string
  readonly is_embed: number
  readonly created: string
  /** The source line with the link; empty in a canvas. */
  readonly context: string
}

export interface UrlRow {
  readonly id: number
  readonly note_id: string
  readonly url: string
  readonly title: string | null
  readonly line_number: number
  readonly link_type: string
  readonly created: string
}

/**
 * Which links: of one source, to one target, those to one target that a reader sees (a definition `[a]: a.md` below its own
 * `[[a]]` is not told apart from it), all broken ones (except those in files that Obsidian excludes, or whose paths fit one of the
 * GLOB patterns), or the broken ones of one source.
 */
export type LinkSelection =
  | { readonly kind: 'from'; readonly note: number }
  | { readonly kind: 'to'; readonly note: number }
  | { readonly kind: 'seen-to'; readonly note: number }
  | { readonly kind: 'broken'; readonly withoutPaths: readonly string[] }
  | { readonly kind: 'broken-from'; readonly note: number }

export async function findLinks(
  queries: IndexQueries,
  selection: LinkSelection,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly links: readonly LinkRow[]; readonly total: number }> {
  const condition = linkCondition(selection)
  const { total } = await queries
    .selectFrom('link')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow()
  const rows = await queries
    .selectFrom('link')
    .leftJoin('note as source', 'source.id', 'link.source')
    .leftJoin('file as canvas', 'canvas.id', 'link.source_file')
    .leftJoin('note_body', 'note_body.note', 'link.source')
    .leftJoin('note as target', 'target.id', 'link.target')
    .leftJoin('file', 'file.id', 'link.target_file')
    .select([
      sourcePath.as('source_note_id'),
      sql<string>`coalesce(source.title, canvas.path)`.as('source_title'),
      // A canvas has no dates of its own.
      sql<string>`coalesce(source.created, datetime(canvas.mtime / 1000, 'unixepoch'))`.as('created'),
    ])
    .select([
      'link.id',
      'target.path as target_note_id',
      'target.title as found_title',
      'file.path as target_file',
      'link.raw as target_title',
      'link.shown as link_text',
      'link.heading',
      'link.block',
      'link.line as line_number',
      'link.form',
      'link.is_embed',
      'note_body.body',
      'source.body_line',
    ])
    .where('link.id', 'in', (eb) =>
      // The page is chosen by its keys, so that only its own sources are read whole.
      eb
        .selectFrom('link')
        .leftJoin('note as source', 'source.id', 'link.source')
        .leftJoin('file as canvas', 'canvas.id', 'link.source_file')
        .select('link.id')
        .where(condition)
        .orderBy(sourcePath)
        .orderBy('link.line')
        .orderBy('link.id')
        .limit(page.limit)
        .offset(page.offset),
    )
    .orderBy('source_note_id')
    .orderBy('link.line')
    .orderBy('link.id')
    .execute()
  return {
    total,
    links: rows.map(({ body, body_line, ...link }) => ({
      ...link,
      context: body === null ? '' : lineOf(body, link.line_number - (body_line ?? 1)),
    })),
  }
}

const sourcePath = sql<string>`coalesce(source.path, canvas.path)`

export async function findUrls(queries: IndexQueries, note: number): Promise<readonly UrlRow[]> {
  return await queries
    .selectFrom('url')
    .innerJoin('note', 'note.id', 'url.note')
    .select([
      'url.id',
      'note.path as note_id',
      'url.url',
      'url.title',
      'url.line as line_number',
      'url.type as link_type',
      'note.created',
    ])
    .where('url.note', '=', note)
    .orderBy('url.line')
    .orderBy('url.id')
    .execute()
}

/** The keys of the notes that link to one of these web domains or a subdomain; a port counts only where one is named. */
export async function notesThatLinkTo(
  queries: IndexQueries,
  domains: readonly string[],
): Promise<readonly number[]> {
  const names = domains.map((domain) => placeOf(domain.toLowerCase()) || domain.toLowerCase())
  const hasName = names.map((name) => sql<boolean>`instr(lower(url), ${name}) > 0`)
  const rows = await queries
    .selectFrom('url')
    .select(['note', 'url'])
    .where((eb) => eb.or(hasName))
    .execute()
  return rows.filter(({ url }) => names.some((name) => leadsTo(url, name))).map(({ note }) => note)
}

function leadsTo(url: string, domain: string): boolean {
  const place = placeOf(url.toLowerCase())
  return [place.replace(/:\d*$/, ''), place].some((one) => `.${one}`.endsWith(`.${domain}`))
}

/** Host and port of an address; empty where it has none. */
function placeOf(url: string): string {
  return /\/\/(?:[^/?#]*@)?((?:\[[^\]]*\]|[^/?#:@]*)(?::\d*)?)/.exec(url)?.[1] ?? ''
}

/** A broken link in a note or canvas that Obsidian does not exclude. */
export const isBroken = sql<boolean>`link.target IS NULL AND link.target_file IS NULL
  AND NOT EXISTS (SELECT 1 FROM note n WHERE n.id = link.source AND n.is_excluded = 1)
  AND NOT EXISTS (SELECT 1 FROM file f WHERE f.id = link.source_file AND f.is_excluded = 1)`

const pathOfSource = sql`coalesce((SELECT path FROM note WHERE id = link.source), (SELECT path FROM file WHERE id = link.source_file))`

/**
 * A definition in a note that has a wikilink of its label to the same note. By the plus, SQLite looks through the links of one
 * note, not through all to the other.
 */
const hasOwnWikilink = sql<boolean>`EXISTS (
  SELECT 1 FROM link wikilink JOIN note_body text ON text.note = wikilink.source
  WHERE wikilink.source = link.source AND +wikilink.target = link.target AND wikilink.form = 'wikilink'
    AND instr(text.body, '[' || wikilink.raw || ']:') > 0)`

function linkCondition(selection: LinkSelection) {
  switch (selection.kind) {
    case 'from':
      return sql<boolean>`link.source = ${selection.note}`
    case 'to':
      return sql<boolean>`link.target = ${selection.note} AND link.source IS NOT ${selection.note}`
    case 'seen-to':
      return sql<boolean>`link.target = ${selection.note} AND link.source IS NOT ${selection.note}
        AND NOT (link.form = 'reference' AND ${hasOwnWikilink})`
    case 'broken':
      return sql<boolean>`${isBroken} AND ${fitsNone(pathOfSource, selection.withoutPaths)}`
    case 'broken-from':
      return sql<boolean>`link.source = ${selection.note} AND link.target IS NULL AND link.target_file IS NULL`
  }
}

// A context is for reading: a longer line is cut.
const longestContext = 300

/** The line of a text by its index; empty for one in the frontmatter. */
export function lineOf(text: string, index: number): string {
  if (index < 0) return ''
  let start = 0
  for (let line = 0; line < index; line++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return ''
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return beginning(text.slice(start, end < 0 ? undefined : end).trim(), longestContext)
}
