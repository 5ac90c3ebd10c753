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
  /** Which marks make tags; defaults to the usual ones. */
  readonly tagStyle?: TagStyle
}

export interface ChangedTags {
  readonly text: string
  /** The note's distinct tags before and after. */
  readonly previous: readonly string[]
  readonly now: readonly string[]
}

/**
 * Adds and removes tags where the note keeps them. A removed tag goes everywhere but from code; nested tags
 * (`home/garden` of `home`) stay. A new one joins the frontmatter if there is one, else a line of tags, else a new line
 * below the title. Nothing changes where all is so already. VALIDATION_FAILED where an unreadable frontmatter might hold
 * a tag to remove.
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

/** What the result is compared with. */
type Read = Pick<ParsedNote, 'tags'> &
  Readonly<Record<'headings' | 'tasks' | 'links', { readonly length: number }>>

/** A note's distinct tags, as first written. */
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

// A shorter text is quickly read as a whole, and part of it could be ambiguous.
const longFrom = 100_000
const linesAround = 200

/** Reads the result. Of a long note, only the changed lines and some around them, which is enough where all is well. */
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

/** Checks that the tags are the requested ones and that nothing else in the note has changed. */
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
