import { editFrontmatter } from '../markdown/edit-frontmatter.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { applyEdits } from '../model/text-edit.ts'

/** A note's text once it belongs to another type: a frontmatter `type` that names the old one names the new one. */
export function retyped(text: string, from: string, to: string): string {
  const { data } = parseNote(text).frontmatter
  return data['type'] === from ? applyEdits(text, editFrontmatter(text, { type: to })) : text
}
