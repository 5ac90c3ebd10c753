import type { LinkRecord, NoteRecord, PropertyRecord } from '../index-db/note-record.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { indexedBigramsOf } from '../model/bigrams.ts'
import { composed } from '../model/composed.ts'
import { isObject } from '../model/is-record.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { stemOf } from '../model/note-path.ts'
import { programName, type NamingRule } from '../model/program-name.ts'
import type { TagStyle } from '../model/tag-style.ts'
import type { NoteLink } from '../model/parsed-note.ts'
import { linkKeys } from '../model/resolve-link.ts'
import type { ReadFile } from '../files/read-file.ts'
import { readDate, readTimes } from '../markdown/read/note-dates.ts'

// By characters. Words in the frontmatter help to find a note, and so does a number; a table of them does not.
const mostWords = 50_000
const mostNumbers = 4_000
const encoder = new TextEncoder()

/** Everything the index keeps of a note, from one parse of its text. */
export function toNoteRecord(
  file: ReadFile,
  tagStyle?: TagStyle,
  naming: NamingRule | null = null,
): NoteRecord {
  const note = parseNote(file.text, tagStyle)
  const { data } = note.frontmatter
  const title = composed(note.title ?? stemOf(file.path))
  const body = composed(file.text.slice(note.frontmatter.bodyStart))
  const tags = composed(note.tags.map(({ tag }) => tag).join(' '))
  const aliases = composed(note.aliases.join('\n'))
  const path = composed(file.path)
  // The path itself is searched as it is.
  const properties = composed(searchedProperties(data)) + (path === file.path ? '' : `\n${path}`)
  return {
    path: file.path,
    stamp: file.stamp,
    hash: file.hash,
    title,
    body: encoder.encode(body),
    bodyLine: note.frontmatter.bodyLine,
    metadata: JSON.stringify(data),
    properties: Object.entries(data).flatMap(([key, value]) => toProperties(key, value)),
    ...readTimes(data, { born: file.born, mtime: file.stamp.mtime }),
    words: note.wordCount,
    lines: note.lineCount,
    problem: note.frontmatter.problem ?? file.problem,
    ...(file.isUnread === true && { isUnread: true }),
    aliases: note.aliases.map(normalizeKey),
    programName: programName(file.path, naming),
    links: toLinkRecords(file.path, note.links),
    urls: packed(note.externalLinks, ({ url, title: shown, line, type }) => ({
      url,
      title: shown,
      line,
      type,
    })),
    tags: packed(note.tags, ({ tag, source }) => ({ key: normalizeKey(tag), tag, source })),
    tasks: packed(note.tasks, ({ line, status, text }) => ({ line, status, text })),
    searched: {
      headings: composed(note.headings.map(({ text }) => text).join('\n')),
      tags,
      aliases,
      properties,
      bigrams: indexedBigramsOf([title, body, aliases, tags, properties, path].join('\n')).join('\n'),
    },
  }
}

/** The links of the note or canvas at a path, without links to folders. */
export function toLinkRecords(path: string, links: readonly NoteLink[]): readonly LinkRecord[] {
  const named = links.filter(({ target }) => !target.endsWith('/'))
  return packed(named, (link) => ({
    raw: link.target,
    keys:
      link.target === ''
        ? { exact: null, relative: null, name: null }
        : linkKeys(link.target, { path, form: link.form }),
    heading: link.heading,
    block: link.block,
    shown: link.text,
    form: link.form,
    isEmbed: link.isEmbed,
    line: link.line,
  }))
}

/** `map` into an array without holes: one made with its length is copied to another thread key by key. */
function packed<Item, Result>(items: readonly Item[], make: (item: Item) => Result): readonly Result[] {
  const results: Result[] = []
  for (const item of items) results.push(make(item))
  return results
}

function toProperties(key: string, value: unknown): readonly PropertyRecord[] {
  if (!Array.isArray(value)) return [{ key, ...toProperty(value) }]
  if (value.length === 0) return [{ key, value: null, type: 'array' }]
  return packed(value, (element) => ({ key, value: toProperty(element).value, type: 'array' }))
}

function toProperty(value: unknown): Omit<PropertyRecord, 'key'> {
  switch (typeof value) {
    case 'string':
      return { value, type: readDate(value) === null ? 'string' : 'date' }
    case 'number':
    case 'bigint':
      return { value: String(value), type: 'number' }
    case 'boolean':
      return { value: String(value), type: 'boolean' }
    default:
      return { value: value === null || value === undefined ? null : JSON.stringify(value), type: 'string' }
  }
}

function searchedProperties(data: Readonly<Record<string, unknown>>): string {
  const words: string[] = []
  const numbers: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string') (readDate(value) === null ? words : numbers).push(value)
    else if (typeof value === 'number' || typeof value === 'bigint') numbers.push(String(value))
    else if (isObject(value)) for (const inner of Object.values(value)) look(inner)
  }
  for (const [key, value] of Object.entries(data)) if (!searchedOtherwise.has(key)) look(value)
  const parts = [words.join('\n').slice(0, mostWords), numbers.join('\n').slice(0, mostNumbers)]
  return parts.filter((part) => part !== '').join('\n')
}

/** These have columns of their own, or are the day of a search for notes of that day. */
const searchedOtherwise = new Set([
  ...['title', 'tags', 'tag', 'aliases', 'alias', 'type'],
  ...['created', 'updated', 'modified'],
])
