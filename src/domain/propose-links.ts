import { archiveFolder } from '../index-db/note-filter.ts'
import type { IndexReader } from '../index-db/index-reader.ts'
import { markdownTarget } from '../markdown/edit/link-to-note.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { isInside, stemOf, withoutNoteExtension } from '../model/note-path.ts'
import { findNamedNotes } from '../search/find-named-notes.ts'
import { findUnlinked } from '../search/find-unlinked.ts'
import type { VaultContext } from '../vault/vault-context.ts'

export interface LinkSuggestion {
  /** `outgoing`: this note names another one; `incoming`: another one names this note. */
  readonly direction: 'outgoing' | 'incoming'
  /** The other note. */
  readonly path: string
  readonly title: string
  /** Where the name stands: in this note or in the other one. */
  readonly line_number: number
  readonly text: string
  readonly excerpt: string
  /** What to write in place of `text`. */
  readonly link: string
  /** 0 to 1. */
  readonly score: number
}

export interface IndexedNote {
  readonly key: number
  readonly path: string
  readonly title: string
}

/** Names in a note that could be links, and notes that name this one without linking to it; best first. */
export async function proposeLinks(
  vault: VaultContext,
  note: IndexedNote,
): Promise<readonly LinkSuggestion[]> {
  return await vault.index.query(async (index) => {
    const incoming = await incomingTo(index, vault, note)
    return [...outgoingFrom(index, vault, note), ...incoming].sort(
      (a, b) => b.score - a.score || a.path.localeCompare(b.path) || a.line_number - b.line_number,
    )
  })
}

/** The notes that this one names and does not link to. */
export function outgoingFrom(
  index: IndexReader,
  { settings }: VaultContext,
  { key, path }: IndexedNote,
): readonly LinkSuggestion[] {
  const { db } = index
  const text = db
    .prepare<[number], { body: string; line: number }>(
      'SELECT b.body, n.body_line AS line FROM note n JOIN note_body b ON b.note = n.id WHERE n.id = ?',
    )
    .get(key)
  if (text === undefined) return []
  const linked = new Set(
    db
      .prepare<[number], number>('SELECT target FROM link WHERE source = ? AND target IS NOT NULL')
      .pluck()
      .all(key),
  )
  return findNamedNotes(index, text.body)
    .filter((named) => named.key !== key && !linked.has(named.key))
    .map((named) => ({
      direction: 'outgoing',
      path: named.path,
      title: named.title,
      line_number: text.line + named.line,
      text: named.text,
      excerpt: named.excerpt,
      link: linkTo(index, named, { ...named, from: path }, settings),
      score: scoreOf(named.text, named.count),
    }))
}

async function incomingTo(
  index: IndexReader,
  { settings }: VaultContext,
  note: IndexedNote,
): Promise<readonly LinkSuggestion[]> {
  const { mentions } = await findUnlinked(index.queries, note.key)
  const sources = index.db
    .prepare<[number], number>('SELECT DISTINCT source FROM link WHERE target = ?')
    .pluck()
  const linking = new Set(sources.all(note.key))
  const unlinked = mentions.filter(({ note: by, path }) => !linking.has(by) && !isInside(path, archiveFolder))
  // Of each note its first mention.
  return [...Map.groupBy(unlinked, ({ note: by }) => by).values()].flatMap((all) =>
    all.slice(0, 1).map(({ path, title, line, text, isInTable, excerpt }) => ({
      direction: 'incoming' as const,
      path,
      title,
      line_number: line,
      text,
      excerpt,
      link: linkTo(index, note, { text, isInTable, from: path }, settings),
      score: scoreOf(text, all.length),
    })),
  )
}

/**
 * A link to a note as this vault writes them, showing `text`. A file name that leads to one note alone is written, else
 * the path: no other program finds a note by its title. In a table the bar is escaped, as it would end the cell.
 */
function linkTo(
  { db }: IndexReader,
  target: Pick<IndexedNote, 'key' | 'path'>,
  { text, isInTable, from }: { readonly text: string; readonly isInTable: boolean; readonly from: string },
  settings: VaultContext['settings'],
): string {
  if (settings.linkStyle === 'markdown')
    return `[${text.replace(/[[\]]/g, '\\$&')}](${markdownTarget(target.path, from, settings)})`
  const stem = stemOf(target.path)
  const bearers = db
    .prepare<[string], number>(
      "SELECT DISTINCT bearer FROM link_key WHERE key = ? AND kind NOT LIKE 'file-%'",
    )
    .pluck()
    .all(normalizeKey(stem))
  const isEnough = !/[[\]|#^\n]/.test(stem) && bearers.length === 1 && bearers[0] === target.key
  const name = isEnough ? stem : withoutNoteExtension(target.path)
  // Case makes no difference anywhere.
  return normalizeKey(name) === normalizeKey(text)
    ? `[[${text}]]`
    : `[[${name}${isInTable ? '\\|' : '|'}${text.replace(/[[\]|]/g, ' ')}]]`
}

/** Long names and those with capitals are rarely meant otherwise; a name that comes again is worth more. */
function scoreOf(text: string, count: number): number {
  const words = text.split(/\s+/).length
  const isPlainWord = words === 1 && text === text.toLowerCase() && text !== text.toUpperCase()
  const score = 0.4 + 0.12 * Math.min(words - 1, 3) + 0.05 * Math.min(count - 1, 4) - (isPlainWord ? 0.2 : 0)
  return Number(Math.min(1, score + Math.min(text.length, 20) / 100).toFixed(2))
}
