import type { SourceRange } from '../model/parsed-note.ts'

export type TypeSectionName = 'purpose' | 'instructions' | 'schema'

export interface TypeSections {
  readonly sections: ReadonlyMap<TypeSectionName, TypeSection>
  /** From the title, or the beginning, to the first heading after it. */
  readonly lead: SourceRange
}

export interface TypeSection {
  /** The number of `#`s of its heading. */
  readonly level: number
  /** From the first character of the heading to the next heading of its level or a higher one, or the end. */
  readonly range: SourceRange
  /** The same after the heading's line. */
  readonly content: SourceRange
}

/**
 * The sections of a `_description.md` that mean something, wherever they stand and in whatever case they are written,
 * all of one level; of two with one name the first. Headings in fenced code are none.
 */
export function findTypeSections(text: string): TypeSections {
  const headings = listHeadings(text)
  const sections = new Map<TypeSectionName, TypeSection>()
  // Those of the highest level: `### Schema` among the instructions is part of them.
  const level = Math.min(
    ...headings.filter(({ title }) => names[title] !== undefined).map((named) => named.level),
  )
  headings.forEach((heading, index) => {
    const name = names[heading.title]
    if (name === undefined || heading.level !== level || sections.has(name)) return
    const next = headings.slice(index + 1).find((later) => later.level <= level)
    const end = next?.start ?? text.length
    sections.set(name, {
      level,
      range: { start: heading.start, end },
      content: { start: heading.end, end },
    })
  })
  const [first, second] = headings
  const isTitled = first?.level === 1 && names[first.title] === undefined
  return {
    sections,
    lead: {
      start: isTitled ? first.end : afterFrontmatter(text),
      end: (isTitled ? second : first)?.start ?? text.length,
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

interface TypeHeading {
  readonly level: number
  /** In lower case, without closing `#`s or a colon. */
  readonly title: string
  readonly start: number
  /** After its line break. */
  readonly end: number
}

function listHeadings(text: string): readonly TypeHeading[] {
  const headings: TypeHeading[] = []
  let fence: string | null = null
  const linePattern = /[^\r\n]*(?:\r\n|\n|\r|$)/y
  linePattern.lastIndex = afterFrontmatter(text)
  while (linePattern.lastIndex < text.length) {
    const start = linePattern.lastIndex
    const line = linePattern.exec(text)?.[0] ?? ''
    const [, marker] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence !== null) {
      if (marker?.startsWith(fence) === true && /^[ `~]*$/.test(line.trim())) fence = null
    } else if (marker !== undefined) {
      fence = marker
    } else {
      const [, marks = '', title = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line.trimEnd()) ?? []
      const plain = title
        .replace(/[ \t]+#+$/, '')
        .replace(/:$/, '')
        .trim()
        .toLowerCase()
      if (marks !== '') headings.push({ level: marks.length, title: plain, start, end: start + line.length })
    }
  }
  return headings
}

/** After the byte-order mark, too. */
function afterFrontmatter(text: string): number {
  return /^\uFEFF?(?:---[ \t]*\r?\n(?:[\s\S]*?\n)??---[ \t]*(?:\r?\n|$))?/.exec(text)?.[0].length ?? 0
}
