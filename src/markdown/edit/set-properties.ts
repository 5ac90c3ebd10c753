import type { Frontmatter } from '../../model/parsed-note.ts'
import { applyEdits } from '../../model/text-edit.ts'
import { editFrontmatter } from './edit-frontmatter.ts'

/**
 * A note's text with top-level frontmatter keys set or, with null, removed; see `editFrontmatter`.
 *
 *     setProperties('---\nup: x # y\n---\n', { changes: { up: 'z' } })   // '---\nup: z # y\n---\n'
 */
export function setProperties(
  text: string,
  {
    changes,
    frontmatter,
  }: {
    readonly changes: Readonly<Record<string, unknown>>
    readonly frontmatter?: Frontmatter | undefined
  },
): string {
  return applyEdits(text, editFrontmatter(text, changes, frontmatter))
}
