import { renameTagInText } from '../markdown/edit/rename-tag-in-text.ts'
import type { TagStyle } from '../model/tag-style.ts'
import { applyEdits } from '../model/text-edit.ts'

/** The note's text with a tag under another name, and how often it stood there. */
export function renameTags(
  text: string,
  { from, to, tagStyle }: { readonly from: string; readonly to: string; readonly tagStyle: TagStyle },
): { readonly text: string; readonly count: number } {
  const { edits, count } = renameTagInText(text, from, to, tagStyle)
  return { text: applyEdits(text, edits), count }
}
