import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import type { Heading, SourceRange } from '../../model/parsed-note.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import { headingKey } from '../read/heading-key.ts'
import { parseNote } from '../read/parse-note.ts'
import { headingChange, type HeadingChange } from './write-heading.ts'

export interface Retitled {
  readonly text: string
  /** What the text says before and after; null where the file's name is the title. */
  readonly oldTitle: string | null
  readonly newTitle: string | null
  /** What links to its heading have to follow; null where there are none such. */
  readonly heading: HeadingChange | null
  /** Links that stood in the old heading, as written. */
  readonly lostLinks: readonly string[]
  /** Whether another heading is called so, whose links would lead to the title. */
  readonly isHeadingToo: boolean
}

/**
 * Changes a note's title where it is kept: the frontmatter's `title`, else its first H1; else a `title` is added to the
 * frontmatter, unless its file is called so. An H1 below another heading is a section to whoever wrote it, one of several lines
 * a paragraph: both stay.
 *
 *     retitle('# Old #\n', { title: 'New', isFileCalledSo: false }).text   // '# New #\n'
 */
export function retitle(
  text: string,
  { title, isFileCalledSo }: { readonly title: string; readonly isFileCalledSo: boolean },
): Retitled {
  const note = parseNote(text)
  const { title: oldTitle, titlePlace } = note
  const isInName = titlePlace === 'file name' && isFileCalledSo
  const first = titlePlace === 'heading' ? note.headings.find((heading) => heading.text !== '') : undefined
  const own = first?.level === 1 && isOneLine(text, first) ? first : undefined
  const edits = isInName
    ? []
    : own === undefined
      ? editFrontmatter(text, { title }, note.frontmatter)
      : [editHeading(text, own, title)]
  const after = applyEdits(text, edits)
  const newTitle = after === text ? oldTitle : parseNote(after).title
  const heading = headingChange(
    note.headings.map(({ text }) => text),
    note.headings.map((one) => (one === own ? title : one.text)),
    note.headings.flatMap(({ id }) => id ?? []),
  )
  const lost = own === undefined ? [] : [...note.links, ...note.externalLinks].filter(isWithin(own.range))
  const key = headingKey(title)
  return {
    text: after,
    oldTitle,
    newTitle,
    heading,
    lostLinks: lost.map(({ range }) => text.slice(range.start, range.end)),
    isHeadingToo:
      own !== undefined && note.headings.some((one) => one !== own && headingKey(one.text) === key),
  }
}

/** Of a heading with an underline one line is its words. */
function isOneLine(text: string, { range }: Heading): boolean {
  const written = text.slice(range.start, range.end)
  return /^[ \t]*#/.test(written) || written.trim().split('\n').length <= 2
}

function isWithin({ start, end }: SourceRange): (link: { readonly range: SourceRange }) => boolean {
  return ({ range }) => range.start >= start && range.end <= end
}

/** The heading's words: between the marks of an ATX heading, or the lines above the underline. */
function editHeading(text: string, { range, text: words }: Heading, title: string): TextEdit {
  const written = text.slice(range.start, range.end)
  const [, marks] = /^([ \t]*#[ \t]+)/.exec(written) ?? []
  const first = marks?.length ?? /^[ \t]*/.exec(written)?.[0].length ?? 0
  // Attributes stay, and so do the links that name their id.
  if (/^[ \t]+\{/.test(written.slice(first + words.length)))
    return { start: range.start + first, end: range.start + first + words.length, insert: title }
  if (marks !== undefined) {
    // Links to the block that the heading is go on finding it.
    const closing = /(?:[ \t]+\^[A-Za-z\d-]+)?(?:[ \t]+#+)?[ \t\r]*$/.exec(written)?.[0].length ?? 0
    return {
      start: range.start + marks.length,
      end: Math.max(range.end - closing, range.start + marks.length),
      insert: title,
    }
  }
  const underline = /(?:[ \t]*\r?\n)[^\n]*$/.exec(written)?.[0].length ?? 0
  return { start: range.start + first, end: range.end - underline, insert: title }
}
