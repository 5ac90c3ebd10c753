import { appendToSection } from '../markdown/edit/append-to-section.ts'
import { readSections } from '../markdown/read/read-sections.ts'
import { replaceSectionText } from '../markdown/edit/replace-section-text.ts'
import { requireSection } from '../markdown/read/require-section.ts'

/** A section as a caller names it. */
export interface NamedSection {
  /** Of the note, for errors. */
  readonly path: string
  readonly header: string
  /** Tells apart sections that are called alike. */
  readonly line?: number | undefined
}

export interface SectionReplaced {
  readonly text: string
  readonly warnings: readonly string[]
  readonly previous: string
  readonly heading: { readonly text: string; readonly line: number }
}

/** The note's text with another body below the heading that is meant. */
export function replaceNamedSection(
  text: string,
  { path, header, line, content }: NamedSection & { readonly content: string },
): SectionReplaced {
  const note = readSections(text)
  const { heading, section } = requireSection(path, note, header, line)
  return {
    ...replaceSectionText(text, note, section, content),
    heading: { text: heading.text, line: heading.line },
  }
}

/** The note's text with more at the end of the section that is meant. */
export function appendToNamedSection(
  text: string,
  { path, header, ...addition }: NamedSection & { readonly content: string; readonly heading: string | null },
): { readonly text: string; readonly warnings: readonly string[] } {
  const note = readSections(text)
  const { section } = requireSection(path, note, header)
  return appendToSection(text, note, section, addition)
}

/** The section that is meant, its heading and subsections included, and the line on which it begins. */
export function readNamedSection(
  text: string,
  { path, header }: NamedSection,
): { readonly text: string; readonly line: number } {
  const { heading, section } = requireSection(path, readSections(text), header)
  return { text: text.slice(section.range.start, section.range.end), line: heading.line }
}
