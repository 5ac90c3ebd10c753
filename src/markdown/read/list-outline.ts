import type { Heading, ParsedNote } from '../../model/parsed-note.ts'

export type OutlineItem = Pick<Heading, 'level' | 'text' | 'line'>

/** A note's headings as a table of contents. */
export function listOutline({ headings }: Pick<ParsedNote, 'headings'>): readonly OutlineItem[] {
  return headings.map(({ level, text, line }) => ({ level, text, line }))
}
