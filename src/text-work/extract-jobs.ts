import { aimSelfLinks, leadsInto, namesWithin, type PartNames } from '../markdown/edit/aim-self-links.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { encodePath } from '../markdown/text/encode-path.ts'
import { replaceSectionText } from '../markdown/edit/replace-section-text.ts'
import { requireSection } from '../markdown/read/require-section.ts'
import { addDefinitions, splitReferences, withoutDefinitions } from '../markdown/edit/split-references.ts'
import { bodyEnd } from '../markdown/text/text-body.ts'
import type { Frontmatter, NoteLink, SourceRange } from '../model/parsed-note.ts'
import { isMarkdown } from '../model/resolve-link.ts'
import { applyEdits } from '../model/text-edit.ts'
import { pathToSay } from './link-jobs.ts'
import type { NamedSection } from './section-jobs.ts'

/** What of a note goes with one of its sections. Links in it that mean a place in the rest of the note name that note. */
export interface SectionToMove {
  /** Null where nothing stands below the heading. */
  readonly body: string | null
  /** Definitions of links and footnotes that it needs from the rest. */
  readonly definitions: readonly string[]
  readonly names: PartNames
  readonly frontmatter: Frontmatter
  /** Which of the note's headings is the section's. */
  readonly heading: number
}

export function readSectionToMove(text: string, { path, header, line }: NamedSection): SectionToMove {
  const note = parseNote(text)
  const { section } = requireSection(path, note, header, line)
  const names = namesWithin(note, section.content)
  const aimed = aimSelfLinks(
    note.links,
    (link) => !leadsInto(link, names),
    (link) => targetOf(link, path, path),
  )
  const piece = ({ start, end }: SourceRange) =>
    applyEdits(
      text.slice(start, end),
      aimed
        .filter((edit) => edit.start >= start && edit.end <= end)
        .map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    )
  const body = bodyOf(text, section.content)
  return {
    body: body === null ? null : piece(body),
    definitions: body === null ? [] : splitReferences(text, body).neededInside.map(piece),
    names,
    frontmatter: note.frontmatter,
    heading: section.heading,
  }
}

interface LeftSection {
  readonly path: string
  /** Which of the note's headings is the section's. */
  readonly heading: number
  /** What stands in the section from now on. */
  readonly left: string
  /** The note that the section has become. */
  readonly to: string
}

/** The note's text with another text in place of a section that has become a note. */
export function leaveSection(text: string, { path, heading, left, to }: LeftSection): string {
  const note = parseNote(text)
  const section = note.sections.find((one) => one.heading === heading)
  if (section === undefined) throw new TypeError('A section was left that the note does not have.')
  const { neededOutside, onlyInside } = splitReferences(
    text,
    bodyOf(text, section.content) ?? section.content,
  )
  const names = namesWithin(note, section.content)
  const replaced = replaceSectionText(text, note, section, left)
  const copied = neededOutside.map(({ start, end }) => text.slice(start, end))
  const rest = addDefinitions(withoutDefinitions(replaced.text, onlyInside), { definitions: copied })
  const edits = aimSelfLinks(
    parseNote(rest).links,
    (link) => leadsInto(link, names),
    (link) => targetOf(link, to, path),
  )
  return applyEdits(rest, edits)
}

/** A note as a link of `source` names it. */
function targetOf(link: NoteLink, path: string, source: string): string {
  const said = pathToSay(link, source, path)
  return isMarkdown(link.form) ? encodePath(said) : said
}

/** The section's text without the blank lines around it; null where there is none. */
function bodyOf(text: string, { start, end }: SourceRange): SourceRange | null {
  const last = bodyEnd(text, start, end)
  if (last === start) return null
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(start, last))?.[0].length ?? 0
  return { start: start + blank, end: last }
}
