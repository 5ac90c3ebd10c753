import type { ParsedNote } from '../../model/parsed-note.ts'
import type { TagStyle } from '../../model/tag-style.ts'

/** The frontmatter's keys for tags, as `parseNote` reads them. */
export function tagKeys(
  { frontmatter }: Pick<ParsedNote, 'frontmatter'>,
  style: TagStyle,
): readonly (readonly [key: string, value: unknown])[] {
  const isTagKey = tagKeyOf(style)
  return Object.entries(frontmatter.data).filter(([key]) => isTagKey.test(key))
}

/** What a key of the frontmatter is called whose values are tags. */
export function tagKeyOf({ keywords }: TagStyle): RegExp {
  return keywords ? /^(?:tag|keyword)s?$/i : /^tags?$/i
}

export type TagValue = readonly unknown[] | string | number | boolean | null

/** True for a list or text of tags, or nothing yet; not for `{{tags}}` of a template, which YAML reads as a map. */
export function isTagValue(value: unknown): value is TagValue {
  return value === null || Array.isArray(value) || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The separator between the tags of a string. */
export function tagSeparator(words: string): string {
  if (!words.includes(',')) return ' '
  return /,\s/.test(words) ? ', ' : ','
}
