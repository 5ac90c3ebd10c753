import { normalizeKey } from '../../model/normalize-key.ts'
import type { NoteTag } from '../../model/parsed-note.ts'
import { usualTags, type TagStyle } from '../../model/tag-style.ts'
import { addTags } from './add-tags.ts'
import { unreadableFrontmatter } from './edit-frontmatter.ts'
import { keptOtherwise } from './kept-otherwise.ts'
import { readTaggedNote, type TaggedNote } from '../read/read-tagged-note.ts'
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
 * a tag to remove, CONFLICT where the tags are kept in a way that cannot be changed alone.
 *
 *     changeTags('# A\n\n#one #two\n', { add: ['three'], remove: ['one'] }).text   // '# A\n\n#two #three\n'
 */
export function changeTags(text: string, { add, remove, tagStyle = usualTags }: TagChange): ChangedTags {
  const read = (part: string) => readTaggedNote(part, tagStyle)
  const note = read(text)
  const { problem } = note.frontmatter
  if (problem !== null && remove.length > 0) throw unreadableFrontmatter(problem)
  const removed = new Set(remove.map(normalizeKey))
  const without = removeTags(text, note, removed, tagStyle)
  const left = without === text ? note : read(without)
  const before = look(note)
  const between = left === note ? before : look(left)
  const missing = add.filter((tag, index) => {
    const key = normalizeKey(tag)
    return !between.tags.has(key) && add.findIndex((other) => normalizeKey(other) === key) === index
  })
  const result = missing.length === 0 ? without : addTags(without, left, missing, tagStyle)
  const wanted = new Set([...before.tags.keys(), ...add.map(normalizeKey)].filter((key) => !removed.has(key)))
  const isFit = (seen: Seen) => isAsWanted(before, seen, wanted)
  const around = result === without ? null : lookAround({ note, before, text, result }, read)
  const after = result === without ? between : around !== null && isFit(around) ? around : look(read(result))
  if (!isFit(after)) throw keptOtherwise()
  return { text: result, previous: [...before.tags.values()], now: [...after.tags.values()] }
}

/** A note's distinct tags, as first written. */
export function listTags({ tags }: { readonly tags: Iterable<NoteTag> }): readonly string[] {
  return [...tagsByKey(tags).values()]
}

function tagsByKey(tags: Iterable<NoteTag>): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>()
  const seen = new Set<string>()
  for (const { tag } of tags) {
    if (seen.has(tag)) continue
    seen.add(tag)
    const key = normalizeKey(tag)
    if (!byKey.has(key)) byKey.set(key, tag)
  }
  return byKey
}

/** What a change must leave as it was, but for the tags that are meant. */
interface Seen {
  /** As first written, by their keys. */
  readonly tags: ReadonlyMap<string, string>
  readonly headings: number
  readonly tasks: number
  readonly links: number
}

function look({ tags, headings, taskCount, linkCount }: TaggedNote): Seen {
  return { tags: tagsByKey(tags), headings: headings.length, tasks: taskCount, links: linkCount }
}

// A shorter text is quickly read as a whole, and part of it could be ambiguous.
const longFrom = 100_000
const linesAround = 200

/**
 * Looks at the result of changing a long note by reading only the changed lines and some around them, which is enough where
 * all is well; null for a short one.
 */
function lookAround(
  {
    note,
    before,
    text,
    result,
  }: { readonly note: TaggedNote; readonly before: Seen; readonly text: string; readonly result: string },
  read: (part: string) => TaggedNote,
): Seen | null {
  if (text.length < longFrom) return null
  const { start, end } = sharedEnds(text, result, linesAround)
  const last = text.length - end
  const old = look(read(text.slice(start, last)))
  const changed = read(result.slice(start, result.length - end))
  const now = look(changed)
  const tags = function* () {
    for (const tag of note.tags) if (tag.range.end <= start) yield tag
    yield* changed.tags
    for (const tag of note.tags) if (tag.range.start >= last) yield tag
  }
  return {
    tags: tagsByKey(tags()),
    headings: before.headings + now.headings - old.headings,
    tasks: before.tasks + now.tasks - old.tasks,
    links: before.links + now.links - old.links,
  }
}

/** Whether the tags are the requested ones and nothing else in the note has changed. */
function isAsWanted(old: Seen, now: Seen, wanted: ReadonlySet<string>): boolean {
  return (
    wanted.size === now.tags.size &&
    [...wanted].every((key) => now.tags.has(key)) &&
    old.headings === now.headings &&
    old.tasks === now.tasks &&
    old.links === now.links
  )
}
