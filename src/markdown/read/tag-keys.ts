import type { ParsedNote } from '../../model/parsed-note.ts'

/** The frontmatter's keys for tags, as `parseNote` reads them. */
export function tagKeys({
  frontmatter,
}: Pick<ParsedNote, 'frontmatter'>): readonly (readonly [key: string, value: unknown])[] {
  return Object.entries(frontmatter.data).filter(([key]) => /^tags?$/i.test(key))
}

/** The separator between the tags of a string. */
export function tagSeparator(words: string): string {
  if (!words.includes(',')) return ' '
  return /,\s/.test(words) ? ', ' : ','
}
