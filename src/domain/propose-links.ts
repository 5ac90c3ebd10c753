import { archiveFolder } from '../index-db/note-filter.ts'
import type { IndexReader } from '../index-db/index-reader.ts'
import { isInside } from '../model/note-path.ts'
import { findNamedNotes } from '../search/find-named-notes.ts'
import { findUnlinked } from '../search/find-unlinked.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { writeLink } from './write-link.ts'

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
      link: linkTo(index, named, named.text, path, settings),
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
  const byNote = new Map<number, (typeof mentions)[number][]>()
  for (const mention of mentions) {
    if (linking.has(mention.note) || isInside(mention.path, archiveFolder)) continue
    const others = byNote.get(mention.note)
    if (others === undefined) byNote.set(mention.note, [mention])
    else others.push(mention)
  }
  return [...byNote.values()].flatMap((all): readonly LinkSuggestion[] => {
    const [first] = all
    if (first === undefined) return []
    const { path, title, line, text, excerpt } = first
    const link = linkTo(index, note, text, path, settings)
    return [
      {
        direction: 'incoming',
        path,
        title,
        line_number: line,
        text,
        excerpt,
        link,
        score: scoreOf(text, all.length),
      },
    ]
  })
}

function linkTo(
  { db }: IndexReader,
  target: Pick<IndexedNote, 'key' | 'path'>,
  text: string,
  from: string,
  settings: VaultContext['settings'],
): string {
  const bearers = db
    .prepare<[string], number>(
      "SELECT DISTINCT bearer FROM link_key WHERE key = ? AND kind NOT LIKE 'file-%'",
    )
    .pluck()
  const bears = (key: string) => {
    const all = bearers.all(key)
    return all.length === 1 && all[0] === target.key
  }
  return writeLink(target, text, { from, settings, bears })
}

/** Long names and those with capitals are rarely meant otherwise; a name that comes again is worth more. */
function scoreOf(text: string, count: number): number {
  const words = text.split(/\s+/).length
  const isPlainWord = words === 1 && text === text.toLowerCase() && text !== text.toUpperCase()
  const score = 0.4 + 0.12 * Math.min(words - 1, 3) + 0.05 * Math.min(count - 1, 4) - (isPlainWord ? 0.2 : 0)
  return Number(Math.min(1, score + Math.min(text.length, 20) / 100).toFixed(2))
}
