import type { Heading, Section, SectionedNote } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { VaultError } from '../../model/vault-error.ts'
import { lineBreakBefore, lineEnd } from '../text/line-bounds.ts'
import { listReferences } from '../read/list-references.ts'
import { readSections } from '../read/read-sections.ts'
import { splitReferences } from './split-references.ts'
import { bodyEnd, withoutBlankEnd } from '../text/text-body.ts'
import { lineEndOf, withLineEnds } from '../text/with-line-ends.ts'

/** What keeps added text from taking in the headings below it. */
export const keepHeadings =
  'Close blocks of code, HTML and comments, and begin an indented heading that follows at the left margin, for a list above takes it in. Then repeat the call.'

export interface ReplacedSection {
  readonly text: string
  /**
   * The former text below the heading, without blank lines at its end: given as new content, it restores the note
   * exactly, but for a blank line that an underlined heading below needed, and for line ends that no other line has.
   */
  readonly previous: string
  /** What the content changes beyond its section, in sentences. */
  readonly warnings: readonly string[]
}

/**
 * Replaces the body below one heading, subsections included. The heading, the blank lines at the section's end and
 * everything outside stay byte for byte. VALIDATION_FAILED for content that would change another heading, such as an
 * open code block that swallows the rest of the note.
 */
export function replaceSectionText(
  text: string,
  note: SectionedNote,
  section: Section,
  content: string,
): ReplacedSection {
  const { start } = section.content
  const end = bodyEnd(text, start, section.content.end)
  const edit = bodyEdit(text, { ...section.content, bodyEnd: end }, withoutBlankEnd(content))
  const lineBreak = lineBreakAt(text, start)
  for (const candidate of [edit, { ...edit, insert: edit.insert + lineBreak }]) {
    const result = applyEdits(text, [candidate])
    const after = readSections(result)
    const shift = result.length - text.length
    const inside = headingsWithin(note, section, after, shift)
    if (inside === null || (note.end < text.length && after.end !== note.end + shift)) continue
    refuseOwnHeading(note.headings[section.heading], inside, result, start)
    const previous = text.slice(start, end)
    const own = note.headings[section.heading]
    return {
      text: result,
      previous,
      warnings: [
        ...lost(note, section, inside),
        ...undefinedAfter(text, section, result),
        ...outgrown(own, inside),
      ],
    }
  }
  throw new VaultError(
    'VALIDATION_FAILED',
    'With this content the headings after the section would not be headings any more.',
    { hint: keepHeadings },
  )
}

function bodyEdit(
  text: string,
  { start, end, bodyEnd: oldEnd }: { readonly start: number; readonly end: number; readonly bodyEnd: number },
  content: string,
): TextEdit {
  const insert = withLineEnds(content, text)
  const lineBreak = lineBreakAt(text, start)
  const isAfterBreak = text[start - 1] === '\n'
  if (oldEnd > start) {
    if (insert !== '') return { start, end: oldEnd, insert }
    // Replacing something by nothing removes its line as well. A text without a final line break keeps none.
    const isLast = oldEnd === text.length && isAfterBreak
    return {
      start: isLast ? start - lineBreak.length : start,
      end: Math.min(end, lineEnd(text, oldEnd)),
      insert,
    }
  }
  if (insert === '') return { start, end: start, insert }
  return { start, end: start, insert: isAfterBreak ? insert + lineBreak : lineBreak + insert }
}

/** The line break before a place, else that of the text. */
function lineBreakAt(text: string, offset: number): string {
  return text[offset - 1] === '\n' ? lineBreakBefore(text, offset) : lineEndOf(text)
}

/** The headings that are now in the section; null where one outside it has changed. */
function headingsWithin(
  { headings }: SectionedNote,
  { heading, range }: Section,
  after: SectionedNote,
  shift: number,
): readonly Heading[] | null {
  const before = headings.slice(0, heading + 1)
  const later = headings.filter((other) => other.range.start >= range.end)
  const found = after.headings
  if (found.length < before.length + later.length) return null
  const firstLater = found.length - later.length
  const isSame =
    before.every((other, index) => isHeading(found[index], other, 0)) &&
    later.every((other, index) => isHeading(found[firstLater + index], other, shift))
  return isSame ? found.slice(before.length, firstLater) : null
}

function isHeading(found: Heading | undefined, { level, text, range }: Heading, shift: number): boolean {
  return found?.level === level && found.text === text && found.range.start === range.start + shift
}

/** Content that begins with the heading it is for would give the note two of them. */
function refuseOwnHeading(
  own: Heading | undefined,
  [first]: readonly Heading[],
  result: string,
  start: number,
): void {
  if (first === undefined || first.level !== own?.level || first.text !== own.text) return
  if (result.slice(start, first.range.start).trim() !== '') return
  throw new VaultError(
    'VALIDATION_FAILED',
    `The content begins with the heading "${own.text}", which stays where it is.`,
    { hint: 'Leave the heading out of new_content.' },
  )
}

/** A caller who replaces a section may not have seen what is below it. */
function lost(
  { headings }: SectionedNote,
  { content: { start, end } }: Section,
  inside: readonly Heading[],
): readonly string[] {
  const kept = new Set(inside.map(({ text }) => text))
  const gone = headings.filter(
    ({ range, text }) => range.start >= start && range.start < end && !kept.has(text),
  )
  if (gone.length === 0) return []
  const names = gone.slice(0, 10).map(({ text }) => `"${text}"`)
  const more = gone.length > names.length ? ` and ${gone.length - names.length} more` : ''
  return [`Its subsections ${names.join(', ')}${more} went with what was replaced.`]
}

/** Removed definitions of links and footnotes that the rest of the note uses. */
function undefinedAfter(text: string, { content }: Section, result: string): readonly string[] {
  // Reading a long note for what it defines takes as long as all the rest, and few sections define anything.
  if (!text.slice(content.start, content.end).includes(']:')) return []
  const kept = new Set(listReferences(result).definitions.map(({ key }) => key))
  const gone = splitReferences(text, content).neededOutside.filter(({ key }) => !kept.has(key))
  if (gone.length === 0) return []
  const names = gone.slice(0, 10).map(({ label }) => `[${label}]`)
  const more = gone.length > names.length ? ` and ${gone.length - names.length} more` : ''
  return [
    `The definitions of ${names.join(', ')}${more} went with what was replaced; the note still uses them.`,
  ]
}

function outgrown(own: Heading | undefined, inside: readonly Heading[]): readonly string[] {
  const outside = inside.filter(({ level }) => level <= (own?.level ?? 0))
  return outside.map(
    ({ text, line, level }) =>
      `The heading "${text}" in line ${line} is of level ${level}: from there on it is a section of its own.`,
  )
}
