import type { IndexReader } from '../index-db/index-reader.ts'
import { slugify } from '../markdown/text/slugify.ts'
import { editDistance } from '../model/nearest.ts'
import { composed } from '../model/composed.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import type { NearNote } from './find-near-notes.ts'

export interface Duplicate extends NearNote {
  readonly reason:
    'same title' | 'same file name' | 'same alias' | 'nearly the same title' | 'nearly the same text'
}

const reasons = { title: 'same title', name: 'same file name', alias: 'same alias' } as const
const mostNamed = 5
const mostTitles = 60
// Shorter texts are alike by chance.
const leastWords = 20
const alike = 0.8

interface NamedNote {
  readonly key: number
  readonly path: string
  readonly title: string
}

const notesCalled = new KeptStatement<[string], NamedNote & { readonly kind: keyof typeof reasons }>(
  `SELECT note.id AS key, note.path, note.title, k.kind FROM link_key k JOIN note ON note.id = k.bearer
   WHERE k.key = ? AND k.kind IN ('title', 'name', 'alias') AND note.is_excluded = 0
   ORDER BY k.kind = 'title' DESC, k.kind = 'name' DESC, note.path LIMIT 20`,
)
const notesTitled = new KeptStatement<[string], NamedNote>(
  `SELECT note.id AS key, note.path, note.title FROM notes_fts JOIN note ON note.id = notes_fts.rowid
   WHERE notes_fts MATCH ? AND note.is_excluded = 0 LIMIT ${mostTitles}`,
)
const startOfBody = new KeptStatement<[number], { readonly body: string }>(
  'SELECT substr(body, 1, 20000) AS body FROM note_body WHERE note = ?',
)

/** Notes that may be copies of this one: by a shared name, similar titles or similar texts. */
export function findDuplicates(
  { db }: IndexReader,
  { path, title, text }: { readonly path: string; readonly title: string; readonly text: string },
  near: readonly NearNote[],
): readonly Duplicate[] {
  const named = notesCalled
    .on(db)
    .all(normalizeKey(title))
    .map(({ kind, ...note }): Duplicate => ({ ...note, score: 1, reason: reasons[kind] }))
  const found = [...named, ...withSimilarTitle(db, title), ...withSameText(db, text, near)]
  const first = new Map<string, Duplicate>()
  for (const duplicate of found)
    if (duplicate.path !== path && !first.has(duplicate.path)) first.set(duplicate.path, duplicate)
  return [...first.values()].slice(0, mostNamed)
}

/** Titles that share a word with this one and differ little from it. */
function withSimilarTitle(db: IndexReader['db'], title: string): readonly Duplicate[] {
  const words = [
    ...composed(title)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]{2,40}/gu),
  ]
    .map(([word]) => `"${word}"`)
    .slice(0, 8)
  if (words.length === 0) return []
  const [longest = ''] = [...words].sort((a, b) => b.length - a.length)
  const rows = [...new Set([words.join(' AND '), longest])].flatMap((match) =>
    notesTitled.on(db).all(`title : (${match})`),
  )
  const slug = slugify(title)
  return rows.flatMap((note): readonly Duplicate[] => {
    const score = likeness(slug, slugify(note.title))
    return score < 0.85 ? [] : [{ ...note, score: Number(score.toFixed(3)), reason: 'nearly the same title' }]
  })
}

/** 1 for equal titles, in any word order; different numbers make different notes. */
function likeness(a: string, b: string): number {
  const sorted = (slug: string) => slug.split('-').sort().join('-')
  if (sorted(a) === sorted(b)) return 1
  if (digits(a) !== digits(b)) return 0
  return 1 - editDistance(a.slice(0, 100), b.slice(0, 100)) / Math.max(a.length, b.length)
}

function digits(slug: string): string {
  return slug.replace(/[^0-9]+/g, ' ').trim()
}

function withSameText(db: IndexReader['db'], text: string, near: readonly NearNote[]): readonly Duplicate[] {
  const own = shinglesOf(text)
  if (own.size < leastWords) return []
  return near.flatMap((note): readonly Duplicate[] => {
    const other = shinglesOf(startOfBody.on(db).get(note.key)?.body ?? '')
    const shared = [...own].filter((shingle) => other.has(shingle)).length
    const score = shared / Math.max(1, own.size + other.size - shared)
    return score < alike ? [] : [{ ...note, score: Number(score.toFixed(3)), reason: 'nearly the same text' }]
  })
}

/** Every three consecutive words. */
function shinglesOf(text: string): ReadonlySet<string> {
  const start = text.slice(0, 20_000).toLowerCase()
  const words = start.match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(2).map((word, at) => `${words[at] ?? ''} ${words[at + 1] ?? ''} ${word}`))
}
