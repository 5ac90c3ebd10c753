import { normalizeKey } from '../../model/normalize-key.ts'
import type { ParsedNote } from '../../model/parsed-note.ts'
import { usualTags, type TagStyle } from '../../model/tag-style.ts'
import { VaultError } from '../../model/vault-error.ts'
import { addTags } from './add-tags.ts'
import { unreadableFrontmatter } from './edit-frontmatter.ts'
import { parseNote } from '../read/parse-note.ts'
import { removeTags } from './remove-tags.ts'
import { sharedEnds } from '../text/shared-ends.ts'

export interface TagChange {
  /** Without `#`. */
  readonly add: readonly string[]
  readonly remove: readonly string[]
  /** Which marks make tags; the usual ones where it is left out. */
  readonly tagStyle?: TagStyle
}

export interface ChangedTags {
  readonly text: string
  /** The note's tags before and after, each once. */
  readonly previous: readonly string[]
  readonly now: readonly string[]
}

/**
 * A note's text with some tags more and some fewer, each where the note keeps it. A tag that goes, goes everywhere but
 * from code; one below it (`home/garden` of `home`) stays. A new one joins the frontmatter where there is any, else a line of tags, else a line of its own below the title. What is so already makes no change. Nothing can be
 * said to be gone from a frontmatter that cannot be read: VALIDATION_FAILED.
 *
 *     changeTags('# A\n\n#one #two\n', { add: ['three'], remove: ['one'] }).text   // '# A\n\n#two #three\n'
 */
export function changeTags(text: string, { add, remove, tagStyle = usualTags }: TagChange): ChangedTags {
  const note = parseNote(text, tagStyle)
  const { problem } = note.frontmatter
  if (problem !== null && remove.length > 0) throw unreadableFrontmatter(problem)
  const removed = new Set(remove.map(normalizeKey))
  const without = removeTags(text, note, removed)
  const left = without === text ? note : parseNote(without, tagStyle)
  const has = keysOf(left)
  const missing = add.filter((tag, index) => {
    const key = normalizeKey(tag)
    return !has.has(key) && add.findIndex((other) => normalizeKey(other) === key) === index
  })
  const result = missing.length === 0 ? without : addTags(without, left, missing, tagStyle)
  const wanted = new Set([...keysOf(note), ...add.map(normalizeKey)].filter((key) => !removed.has(key)))
  const read = (part: string) => parseNote(part, tagStyle)
  const after = result === without ? left : readResult({ note, text, result }, wanted, read)
  checkResult(note, after, wanted)
  return { text: result, previous: listTags(note), now: listTags(after) }
}

/** What the result is held against. */
type Read = Pick<ParsedNote, 'tags'> &
  Readonly<Record<'headings' | 'tasks' | 'links', { readonly length: number }>>

/** Each tag of a note once, as it is first written. */
export function listTags({ tags }: Pick<ParsedNote, 'tags'>): readonly string[] {
  const byKey = new Map<string, string>()
  for (const tag of new Set(tags.map((one) => one.tag))) {
    const key = normalizeKey(tag)
    if (!byKey.has(key)) byKey.set(key, tag)
  }
  return [...byKey.values()]
}

function keysOf({ tags }: Pick<ParsedNote, 'tags'>): ReadonlySet<string> {
  return new Set(listTags({ tags }).map(normalizeKey))
}

// The whole block is read again quickly; a part of it would be ambiguous.
const longFrom = 100_000
const linesAround = 200

/** The result as it is read. Of a long note what has changed is read with lines around it, which is enough where all is well. */
function readResult(
  { note, text, result }: { readonly note: ParsedNote; readonly text: string; readonly result: string },
  wanted: ReadonlySet<string>,
  read: (part: string) => ParsedNote,
): Read {
  if (text.length < longFrom) return read(result)
  const { start, end } = sharedEnds(text, result, linesAround)
  const last = text.length - end
  const old = read(text.slice(start, last))
  const now = read(result.slice(start, result.length - end))
  const length = (what: 'headings' | 'tasks' | 'links') => ({
    length: note[what].length + now[what].length - old[what].length,
  })
  const tags = [
    ...note.tags.filter(({ range }) => range.end <= start),
    ...now.tags,
    ...note.tags.filter(({ range }) => range.start >= last),
  ]
  const seen = { tags, headings: length('headings'), tasks: length('tasks'), links: length('links') }
  return isAsWanted(note, seen, wanted) ? seen : read(result)
}

/** The tags are those that were asked for, and nothing else that the note is made of has changed. */
function checkResult(old: Read, now: Read, wanted: ReadonlySet<string>): void {
  if (isAsWanted(old, now, wanted)) return
  throw new VaultError('CONFLICT', 'The tags are written so that they cannot be changed alone.', {
    hint: { kind: 'change-text' },
  })
}

function isAsWanted(old: Read, now: Read, wanted: ReadonlySet<string>): boolean {
  const found = keysOf(now)
  return (
    wanted.size === found.size &&
    [...wanted].every((key) => found.has(key)) &&
    old.headings.length === now.headings.length &&
    old.tasks.length === now.tasks.length &&
    old.links.length === now.links.length
  )
}
