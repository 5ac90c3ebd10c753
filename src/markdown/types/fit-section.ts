import type { Heading } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { VaultError } from '../../model/vault-error.ts'
import { endsInHtml } from '../read/ends-in-html.ts'
import { parseNote } from '../read/parse-note.ts'
import { smallest } from '../../model/largest.ts'

/**
 * Fits Markdown into a section: its headings are lowered together until the highest is of `level`, and open blocks such
 * as a fence are closed. So the section ends where it should, and not before. Lines between two of dashes, such as a
 * frontmatter shown as an example, stay lines.
 *
 *     fitSection('# Style\nBe brief.', 3)   // '### Style\nBe brief.'
 */
export function fitSection(text: string, level: number): string {
  const trimmed = withoutFalseHeadings(text.replace(/\r\n?/g, '\n').trim())
  // Read below a heading, as it will be: there, dashes at its beginning are no frontmatter.
  const whole = above + trimmed
  const headings = parseNote(whole).headings.slice(1)
  const shift = Math.max(0, level - smallest([level, ...headings.map((heading) => heading.level)]))
  const fitted = applyEdits(
    whole,
    headings.flatMap((heading) => lower(whole, heading, shift, level)),
  ).slice(above.length)
  return close(fitted)
}

const above = '# _\n'

/** Dashes below lines would underline them as a heading; behind a blank line they do not. */
function withoutFalseHeadings(text: string): string {
  const whole = above + text
  const { headings } = parseNote(whole)
  return applyEdits(
    whole,
    headings.flatMap(({ range: { start, end } }) => {
      const underline = /\n(?= {0,3}-+[ \t]*$)/.exec(whole.slice(start, end))
      if (underline === null || !/\n-{3,}[ \t]*\n$/.test(whole.slice(0, start))) return []
      const at = start + underline.index
      return [{ start: at, end: at, insert: '\n' }]
    }),
  ).slice(above.length)
}

function lower(whole: string, heading: Heading, shift: number, level: number): readonly TextEdit[] {
  const { start, end } = heading.range
  const [marks] = /^#{1,6}(?=[ \t\n]|$)/.exec(whole.slice(start, end)) ?? []
  if (marks !== undefined && shift === 0) return []
  const depth = Math.min(6, heading.level + shift)
  if (marks !== undefined && level <= 6)
    return [{ start, end: start + marks.length, insert: '#'.repeat(depth) }]
  // An underlined heading is of the first or second level; and below the sixth level there is none.
  const text = heading.text.replace(/\s*\n\s*/g, ' ')
  return [{ start, end, insert: level <= 6 ? `${'#'.repeat(depth)} ${text}` : `**${text}**` }]
}

/** Whether a heading in the next line would not be one: HTML ends only at a blank line. */
export function needsBlankLine(text: string): boolean {
  return endsInHtml(`${above}${text}\n_`)
}

function close(text: string): string {
  const fences = text.match(/`{3,}|~{3,}/g) ?? []
  const closers = [
    ...new Set(fences),
    '%%',
    '-->',
    '$$',
    '?>',
    ']]>',
    '</script>',
    '</style>',
    '</pre>',
    '</textarea>',
  ]
  const closed = [text, ...closers.map((closer) => `${text}\n${closer}`)].find(isClosed)
  if (closed !== undefined) return closed
  throw new VaultError('VALIDATION_FAILED', 'The text leaves a block of code, HTML or a comment open.', {
    hint: 'Close it, then repeat the call.',
  })
}

/** Whether a heading after it is one, even when a comment is opened or closed further on. */
function isClosed(text: string): boolean {
  return ['', '\n%%\n', '\n-->\n', '\n$$\n'].every((tail) => {
    const { headings } = parseNote(`${above}${text}\n\n# __\n${tail}`)
    return headings.at(-1)?.text === '__'
  })
}
