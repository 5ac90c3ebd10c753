import { readSections } from '../markdown/read/read-sections.ts'
import { replaceSectionText, type ReplacedSection } from '../markdown/edit/replace-section-text.ts'
import { requireSection } from '../markdown/read/require-section.ts'
import type { Heading } from '../model/parsed-note.ts'

/** A section as a caller names it. */
export interface NamedSection {
  /** Of the note, for errors. */
  readonly path: string
  readonly header: string
  /** Tells apart sections that are called alike. */
  readonly line?: number | undefined
}

/** The note's text with another body below the heading that is meant. */
export function replaceNamedSection(
  text: string,
  { path, header, line, content }: NamedSection & { readonly content: string },
): ReplacedSection & { readonly heading: Heading } {
  const note = readSections(text)
  const { heading, section } = requireSection(path, note, header, line)
  return { ...replaceSectionText(text, note, section, content), heading }
}

const byLines = 'Those with the same path are read by start_line and end_line: lines says where each begins.'

/** The section that is meant, its heading and subsections included, and the line on which it begins. */
export function readNamedSection(
  text: string,
  { path, header }: NamedSection,
): { readonly text: string; readonly line: number } {
  const { heading, section } = requireSection(path, readSections(text), header, null, byLines)
  return { text: text.slice(section.range.start, section.range.end), line: heading.line }
}
