import type { Heading, ParsedNote } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import { headingKey } from '../read/heading-key.ts'
import type { HeadingChange } from './write-heading.ts'

/**
 * Edits that change a note's title where it is kept: the frontmatter's `title`, else its first H1; else a `title` is
 * added to the frontmatter.
 *
 *     editTitle('# Old #\n', parseNote('# Old #\n'), 'New')   // [{ start: 2, end: 5, insert: 'New' }]
 */
export function editTitle(text: string, note: ParsedNote, title: string): readonly TextEdit[] {
  const heading = note.titlePlace === 'heading' ? note.headings.find(isTitle) : undefined
  return heading === undefined
    ? editFrontmatter(text, { title }, note.frontmatter)
    : [editHeading(text, heading, title)]
}

/**
 * The heading whose links must follow a change of title; null where the title is elsewhere, an earlier heading has the
 * same name, or links still find it.
 *
 *     renamedHeading(parseNote('# Old\n'), 'New')   // { from: 'Old', to: 'New' }
 */
export function renamedHeading({ titlePlace, headings }: ParsedNote, title: string): HeadingChange | null {
  if (titlePlace !== 'heading') return null
  const own = headings.find(isTitle)
  if (own === undefined) return null
  const key = headingKey(own.text)
  const isFirst = headings.find((heading) => headingKey(heading.text) === key) === own
  return key !== '' && key !== headingKey(title) && isFirst ? { from: own.text, to: title } : null
}

function isTitle({ level, text }: Heading): boolean {
  return level === 1 && text !== ''
}

/** The heading's words: between the marks of an ATX heading, or the lines above the underline. */
function editHeading(text: string, { range }: Heading, title: string): TextEdit {
  const written = text.slice(range.start, range.end)
  const [, marks] = /^([ \t]*#[ \t]+)/.exec(written) ?? []
  if (marks !== undefined) {
    const closing = /(?:[ \t]+#+)?[ \t\r]*$/.exec(written)?.[0].length ?? 0
    return {
      start: range.start + marks.length,
      end: Math.max(range.end - closing, range.start + marks.length),
      insert: title,
    }
  }
  const underline = /(?:[ \t]*\r?\n)[^\n]*$/.exec(written)?.[0].length ?? 0
  const indent = /^[ \t]*/.exec(written)?.[0].length ?? 0
  return { start: range.start + indent, end: range.end - underline, insert: title }
}
