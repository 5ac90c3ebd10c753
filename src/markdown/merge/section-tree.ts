import { headingKey } from '../read/heading-key.ts'
import { parseNote } from '../read/parse-note.ts'
import { splitLines, textOf } from './line.ts'

/** A heading with what stands below it. The tree's root has no heading of its own and level 0. */
export interface SectionNode {
  readonly level: number
  /** By which it is the same section on both sides. */
  readonly key: string
  readonly heading: readonly string[]
  /** Up to the next heading. */
  readonly content: readonly string[]
  readonly children: readonly SectionNode[]
}

export const noSection: SectionNode = { level: 0, key: '', heading: [], content: [], children: [] }

interface Heading extends Pick<SectionNode, 'level' | 'key'> {
  /** Its first line, and how many it takes. */
  readonly at: number
  readonly size: number
}

/** The headings of a note's body, which has no frontmatter, or of a part of one. */
export function readHeadings(body: readonly string[]): readonly Heading[] {
  // A line before it, lest what begins with a rule is read as frontmatter.
  const text = `\n${textOf(body)}`
  return parseNote(text).headings.map(({ level, text: words, line, range }) => ({
    level,
    key: headingKey(words),
    at: line - 2,
    size: splitLines(text.slice(range.start, range.end)).length,
  }))
}

/** The sections of a note's body. */
export function readSections(body: readonly string[]): SectionNode {
  const starts = readHeadings(body)
  const contentFrom = (from: number, next: number) => body.slice(from, starts[next]?.at ?? body.length)
  let index = 0
  const below = (level: number): readonly SectionNode[] => {
    const children: SectionNode[] = []
    for (let start = starts[index]; start !== undefined && start.level > level; start = starts[index]) {
      index += 1
      const { at, size, level: own, key } = start
      const content = contentFrom(at + size, index)
      children.push({ level: own, key, heading: body.slice(at, at + size), content, children: below(own) })
    }
    return children
  }
  const content = contentFrom(0, 0)
  return { ...noSection, content, children: below(0) }
}

export function linesOf({ heading, content, children }: SectionNode): readonly string[] {
  return [...heading, ...content, ...children.flatMap(linesOf)]
}
