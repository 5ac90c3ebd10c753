import type { Section, SectionedNote } from '../../model/parsed-note.ts'
import { blankToAdd } from './blank-between.ts'
import { replaceSectionText, type ReplacedSection } from './replace-section-text.ts'
import { readSections } from '../read/read-sections.ts'
import { requireSection } from '../read/require-section.ts'
import { lineEnd } from '../text/line-bounds.ts'
import { bodyEnd } from '../text/text-body.ts'
import { lineEndOf } from '../text/with-line-ends.ts'

interface Addition {
  /** Of the note, for errors. */
  readonly path: string
  /** Names the section. */
  readonly header: string
  readonly content: string
  /** For the content; null where it has none of its own. */
  readonly heading: string | null
}

/**
 * Adds text at the end of a section. Content without headings goes before the first subsection, which it would
 * otherwise belong to; content with headings goes to the section's very end, one level deeper. Existing text stays;
 * VALIDATION_FAILED where a later heading would stop being one.
 */
export function appendToSection(
  text: string,
  { path, header, content, heading }: Addition,
): Omit<ReplacedSection, 'previous'> {
  const note = readSections(text)
  const { section } = requireSection(path, note, header, null)
  const { start } = section.content
  const firstBelow = note.headings[section.heading + 1]?.range.start ?? section.content.end
  const end = heading === null ? Math.min(firstBelow, section.content.end) : section.content.end
  const lineBreak = lineEndOf(text)
  const previousEnd = bodyEnd(text, start, end)
  const previous = text.slice(start, previousEnd)
  const ownBreak = text.slice(previousEnd, Math.min(end, lineEnd(text, previousEnd)))
  const isApart = heading !== null || previous === ''
  const gap = isApart ? lineBreak : blankToAdd(text.slice(0, previousEnd), content, lineBreak)
  const before = previous + (previous === '' ? '' : ownBreak || lineBreak) + gap
  const addition = (heading === null ? '' : headed(note, section, heading, lineBreak)) + content
  const own = { ...section, content: { start, end }, range: { start: section.range.start, end } }
  return replaceSectionText(text, note, own, before + addition)
}

function headed(note: SectionedNote, section: Section, heading: string, lineBreak: string): string {
  const level = Math.min(6, Math.max(3, (note.headings[section.heading]?.level ?? 1) + 1))
  return `${'#'.repeat(level)} ${heading}${lineBreak}${lineBreak}`
}
