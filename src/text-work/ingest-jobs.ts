import { addTags } from '../markdown/edit/add-tags.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import type { TagStyle } from '../model/tag-style.ts'

interface WantedTags {
  readonly tags: readonly string[]
  readonly tagStyle: TagStyle
}

/** Of the note of a source its frontmatter and title, and which of these tags it lacks. */
export function readIngested(
  text: string,
  { tags, tagStyle }: WantedTags,
): {
  readonly data: Readonly<Record<string, unknown>>
  readonly title: string | null
  readonly missing: readonly string[]
} {
  const note = parseNote(text, tagStyle)
  const own = new Set(note.tags.map(({ tag }) => tag.toLowerCase()))
  const missing = tags.map((tag) => tag.replace(/^#/, '')).filter((tag) => !own.has(tag.toLowerCase()))
  return { data: note.frontmatter.data, title: note.title, missing }
}

/** The text with tags that it lacks. */
export function addMissingTags(text: string, { tags, tagStyle }: WantedTags): string {
  return addTags(text, parseNote(text, tagStyle), tags, tagStyle)
}
