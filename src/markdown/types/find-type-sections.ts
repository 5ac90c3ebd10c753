import type { SourceRange } from '../../model/parsed-note.ts'
import { parseNote } from '../read/parse-note.ts'
import { smallest } from '../../model/largest.ts'

export type TypeSectionName = 'purpose' | 'instructions' | 'schema'

export interface TypeSections {
  readonly sections: ReadonlyMap<TypeSectionName, TypeSection>
  /** From the title, or the beginning, to the first heading after it. */
  readonly lead: SourceRange
}

export interface TypeSection {
  /** The level of its heading. */
  readonly level: number
  /** From the first character of the heading to the next heading of its level or a higher one, or the end. */
  readonly range: SourceRange
  /** The text after the heading's line, to the end of the section. */
  readonly content: SourceRange
}

/**
 * The known sections of a `_description.md`, in any order and case, all of one level; of two with one name the first.
 */
export function findTypeSections(text: string): TypeSections {
  const note = parseNote(text)
  const named = note.headings.map(({ text: title }) => names[title.replace(/:$/, '').trim().toLowerCase()])
  // Only those of the highest level: `### Schema` among the instructions is part of them.
  const level = smallest(
    note.headings.flatMap((heading, index) => (named[index] === undefined ? [] : heading.level)),
  )
  // Instructions may end in a comment, which is theirs: no program keeps its settings in this file.
  const toEnd = ({ start, end }: SourceRange) => ({ start, end: end === note.end ? text.length : end })
  const sections = new Map<TypeSectionName, TypeSection>()
  for (const { heading, range, content } of note.sections) {
    const name = named[heading]
    if (name === undefined || note.headings[heading]?.level !== level || sections.has(name)) continue
    sections.set(name, { level, range: toEnd(range), content: toEnd(content) })
  }
  const [first, second] = note.headings
  const isTitled = first?.level === 1 && named[0] === undefined
  return {
    sections,
    lead: {
      start: isTitled ? (note.sections[0]?.content.start ?? 0) : note.frontmatter.bodyStart,
      end: (isTitled ? second : first)?.range.start ?? text.length,
    },
  }
}

const names: Readonly<Record<string, TypeSectionName | undefined>> = {
  purpose: 'purpose',
  description: 'purpose',
  'agent instructions': 'instructions',
  instructions: 'instructions',
  'metadata schema': 'schema',
  schema: 'schema',
}
