import { type TagStyle, usualTags } from '../../model/tag-style.ts'
import { applyEdits } from '../../model/text-edit.ts'
import { parseNote } from '../read/parse-note.ts'

/** Escapes foreign Markdown for a vault where `:tag:` is a tag. */
export function quoteColonTags(text: string, { colonTags }: TagStyle): string {
  if (!colonTags) return text
  const { tags } = parseNote(text, { ...usualTags, hashtags: false, colonTags: true })
  const starts = new Set(tags.flatMap(({ run }) => (run === undefined ? [] : [run.start])))
  return applyEdits(
    text,
    [...starts].map((start) => ({ start, end: start, insert: '\\' })),
  )
}
