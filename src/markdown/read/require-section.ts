import { findSections } from './find-sections.ts'
import { listOutline } from './list-outline.ts'
import type { Heading, Section, SectionedNote } from '../../model/parsed-note.ts'
import type { Said } from '../../model/advice.ts'
import { nearest } from '../../model/nearest.ts'
import { VaultError } from '../../model/vault-error.ts'
import { beginning } from '../../model/whole-characters.ts'

export interface FoundSection {
  readonly heading: Heading
  readonly section: Section
}

/**
 * The section that a caller means, by its heading and, where several are alike, its line; null where it has no way to name
 * one, and is told what else tells sections apart. SECTION_NOT_FOUND lists the candidates, or the existing headings.
 */
export function requireSection(
  path: string,
  note: SectionedNote,
  wanted: string,
  line: number | null | undefined,
  toTellApart: Said = [
    'Give one of those with the same path another name, or change the text itself.',
    { kind: 'change-text' },
  ],
): FoundSection {
  const found = findSections(note, wanted)
  if (found.kind === 'missing') throw missing(path, note, wanted)
  const lines = found.kind === 'ambiguous' ? found.lines : [found.heading.line]
  const alike = note.headings.flatMap((heading, index) => (lines.includes(heading.line) ? [index] : []))
  const meant = line == null ? alike : alike.filter((index) => note.headings[index]?.line === line)
  const [index, ...others] = meant
  const heading = note.headings[index ?? -1]
  const section = note.sections[index ?? -1]
  if (heading !== undefined && section !== undefined && others.length === 0) return { heading, section }
  const candidates = alike.map((at) => candidate(note, at))
  if (line != null) {
    throw new VaultError('SECTION_NOT_FOUND', `Line ${line} of ${path} is not the heading "${wanted}".`, {
      path,
      candidates,
      hint: 'Pass the line of one of the candidates: the note may have changed since it was read.',
    })
  }
  throw new VaultError('SECTION_NOT_FOUND', `${path} has ${lines.length} sections called "${wanted}".`, {
    path,
    candidates,
    lines,
    hint: isToldApart(candidates)
      ? 'Name the section by the section_header of one of the candidates.'
      : line !== null
        ? 'Name the headings above it too ("Parent > Child"); for those with the same path pass the line.'
        : ['Name the headings above it too ("Parent > Child").', toTellApart],
  })
}

interface Candidate {
  /** A path to this section and, where possible, to no other. */
  readonly section_header: string
  readonly level: number
  readonly line: number
}

function candidate(note: SectionedNote, index: number): Candidate {
  const heading = note.headings[index]
  const path = sectionPath(note, index)
  const marked = `${'#'.repeat(heading?.level ?? 1)} ${heading?.text ?? ''}`
  // A heading at the top has no path of its own: its level may tell it from those below.
  const isPathEnough = findSections(note, path).kind === 'resolved'
  const isMarkEnough = findSections(note, marked).kind === 'resolved'
  return {
    section_header: !isPathEnough && isMarkEnough ? marked : path,
    level: heading?.level ?? 1,
    line: heading?.line ?? 1,
  }
}

/**
 * The path to a section, outermost name first, as `findSections` takes it.
 *
 *     sectionPath(parseNote('# A\n## B\n'), 1)   // 'A > B'
 */
export function sectionPath({ headings, sections }: SectionedNote, index: number): string {
  const own = headings[index]
  if (own === undefined) return ''
  const around = sections.flatMap(({ heading, content }) => {
    const isAround = heading < index && own.range.start >= content.start && own.range.start < content.end
    return isAround ? [headings[heading]?.text ?? ''] : []
  })
  return [...around, own.text].join(' > ')
}

function isToldApart(candidates: readonly Candidate[]): boolean {
  return new Set(candidates.map(({ section_header: name }) => name)).size === candidates.length
}

function missing(path: string, note: SectionedNote, wanted: string): VaultError {
  const names = note.headings.map(({ text }) => text)
  const similar = nearest(wanted.replace(/^#+\s*/, ''), names)
  const outline = listOutline(note)
  const most = similar.length > 0 && names.length > mostShown ? mostBesideSimilar : mostShown
  return new VaultError('SECTION_NOT_FOUND', `${path} has no section "${beginning(wanted, 200)}".`, {
    path,
    ...(similar.length > 0 && { nearest: similar }),
    headings: names.slice(0, most),
    outline: outline.slice(0, most),
    ...(names.length > most && { heading_count: names.length }),
    hint: { kind: 'add-heading', hasHeadings: names.length > 0 },
  })
}

const mostShown = 30
/** Of a long list, where some may be meant. */
const mostBesideSimilar = 5
