import { normalizeKey } from '../model/normalize-key.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { VaultError } from '../model/vault-error.ts'
import { addTags } from './add-tags.ts'
import { unreadableFrontmatter } from './edit-frontmatter.ts'
import { parseNote } from './parse-note.ts'
import { removeTags } from './remove-tags.ts'

export interface TagChange {
  /** Without `#`. */
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/**
 * A note's text with some tags more and some fewer, each where the note keeps it. A tag that goes, goes everywhere but
 * from code; one below it (`home/garden` of `home`) stays. A new one joins the frontmatter's tags where there is such a
 * key, else a line of tags, else a line of its own below the title. What is so already makes no change. Nothing can be
 * said to be gone from a frontmatter that cannot be read: VALIDATION_FAILED.
 *
 *     changeTags('# A\n\n#one #two\n', { add: ['three'], remove: ['one'] })   // '# A\n\n#two #three\n'
 */
export function changeTags(text: string, { add, remove }: TagChange): string {
  const { problem } = parseNote(text).frontmatter
  if (problem !== null && remove.length > 0) throw unreadableFrontmatter(problem)
  const removed = new Set(remove.map(normalizeKey))
  const without = removeTags(text, removed)
  const has = new Set(parseNote(without).tags.map(({ tag }) => normalizeKey(tag)))
  const missing = add.filter((tag, index) => {
    const key = normalizeKey(tag)
    return !has.has(key) && add.findIndex((other) => normalizeKey(other) === key) === index
  })
  const result = missing.length === 0 ? without : addTags(without, missing)
  checkResult(text, result, { add, removed })
  return result
}

/** Each tag of a note once, as it is first written. */
export function listTags({ tags }: Pick<ParsedNote, 'tags'>): readonly string[] {
  const byKey = new Map<string, string>()
  for (const { tag } of tags) if (!byKey.has(normalizeKey(tag))) byKey.set(normalizeKey(tag), tag)
  return [...byKey.values()]
}

/** The tags are those that were asked for, and nothing else that the note is made of has changed. */
function checkResult(
  before: string,
  after: string,
  { add, removed }: { readonly add: readonly string[]; readonly removed: ReadonlySet<string> },
): void {
  const [old, now] = [parseNote(before), parseNote(after)]
  const keys = (note: ParsedNote) => new Set(note.tags.map(({ tag }) => normalizeKey(tag)))
  const expected = new Set([...keys(old), ...add.map(normalizeKey)].filter((key) => !removed.has(key)))
  const found = keys(now)
  const isSame =
    expected.size === found.size &&
    [...expected].every((key) => found.has(key)) &&
    old.headings.length === now.headings.length &&
    old.tasks.length === now.tasks.length &&
    old.links.length === now.links.length
  if (isSame) return
  throw new VaultError('CONFLICT', 'The tags are written so that they cannot be changed alone.', {
    hint: 'Read the note and change its text with update_note.',
  })
}
