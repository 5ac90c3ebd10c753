import { splitAttributes } from './heading-attributes.ts'
import type { Heading, Section, SectionedNote } from '../../model/parsed-note.ts'

export type SectionSearch =
  | { readonly kind: 'resolved'; readonly heading: Heading; readonly section: Section }
  | { readonly kind: 'ambiguous'; readonly lines: readonly number[] }
  | { readonly kind: 'missing' }

/**
 * Finds the section under a heading by its exact text at any level, else by the same text in another Unicode form. `## Text` asks for that level; `Part > Text` and
 * `Part#Text` for one below another.
 *
 *     findSections(parseNote('# A\n## B\n# C\n## B\n'), 'C > B')   // the second B
 */
export function findSections(note: SectionedNote, wanted: string): SectionSearch {
  const exact = indexesOf(note, wanted)
  const found = exact.length > 0 ? exact : indexesOf(composed(note), wanted.normalize('NFC'))
  const [only] = found
  if (only === undefined) return { kind: 'missing' }
  if (found.length > 1)
    return { kind: 'ambiguous', lines: found.flatMap((index) => note.headings[index]?.line ?? []) }
  const heading = note.headings[only]
  const section = note.sections[only]
  return heading === undefined || section === undefined
    ? { kind: 'missing' }
    : { kind: 'resolved', heading, section }
}

function indexesOf(note: SectionedNote, wanted: string): readonly number[] {
  const indexes = matchPath(note, [wanted])
  return indexes.length > 0 ? indexes : splitPaths(wanted).flatMap((path) => matchPath(note, path))
}

function composed(note: SectionedNote): SectionedNote {
  const headings = note.headings.map((heading) => ({ ...heading, text: heading.text.normalize('NFC') }))
  return { ...note, headings }
}

/** Indexes of the headings named by the path's last part, within the sections named by its other parts. */
function matchPath({ headings, sections }: SectionedNote, path: readonly string[]): number[] {
  let candidates = headings.map((_heading, index) => index)
  path.forEach((part, depth) => {
    const matching = headings.flatMap((heading, index) => (names(part, heading) ? [index] : []))
    const outer = depth === 0 ? null : candidates.map((index) => sections[index]?.content)
    candidates = matching.filter((index) => {
      const start = headings[index]?.range.start ?? 0
      return (
        outer === null ||
        outer.some((range) => range !== undefined && start >= range.start && start < range.end)
      )
    })
  })
  return candidates
}

function names(wanted: string, { level, text }: Heading): boolean {
  const marks = /^(#{1,6})\s+/.exec(wanted)
  const isCalled = (name: string) => name === text || splitAttributes(name).words === text
  if (isCalled(wanted.trim())) return true
  return marks !== null && marks[1]?.length === level && isCalled(wanted.slice(marks[0].length).trim())
}

/** Splits `A > B` and `A#B` into paths. */
function splitPaths(wanted: string): readonly (readonly string[])[] {
  const byArrow = wanted.split(/\s+>\s+/)
  if (byArrow.length > 1) return [byArrow]
  const byHash = wanted.replace(/^#+/, '').split('#')
  return byHash.length > 1 ? [byHash] : []
}
