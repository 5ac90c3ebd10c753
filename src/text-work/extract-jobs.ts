import { aimSelfLinks, leadsInto, namesWithin, type PartNames } from '../markdown/edit/aim-self-links.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { encodePath } from '../markdown/text/encode-path.ts'
import { replaceSectionText } from '../markdown/edit/replace-section-text.ts'
import { requireSection } from '../markdown/read/require-section.ts'
import { addDefinitions, splitReferences, withoutDefinitions } from '../markdown/edit/split-references.ts'
import { bodyEnd } from '../markdown/text/text-body.ts'
import { folderOf, withoutNoteExtension, relativePath } from '../model/note-path.ts'
import type { Frontmatter, NoteLink, SourceRange } from '../model/parsed-note.ts'
import { applyEdits } from '../model/text-edit.ts'
import type { NamedSection } from './section-jobs.ts'

/** A part of a note's text, and the links in it by their places in that part. */
export interface TextPiece {
  readonly text: string
  readonly links: readonly NoteLink[]
}

/** What of a note goes with one of its sections. */
export interface SectionToMove {
  /** Null where nothing stands below the heading. */
  readonly body: TextPiece | null
  /** Definitions of links and footnotes that it needs from the rest. */
  readonly definitions: readonly TextPiece[]
  readonly names: PartNames
  readonly frontmatter: Frontmatter
}

export function readSectionToMove(text: string, { path, header, line }: NamedSection): SectionToMove {
  const note = parseNote(text)
  const { section } = requireSection(path, note, header, line)
  const piece = ({ start, end }: SourceRange): TextPiece => {
    const inside = ({ range }: NoteLink) => range.start >= start && range.end <= end
    const from = (range: SourceRange) => ({ start: range.start - start, end: range.end - start })
    const links = note.links.filter(inside).map(({ range, targetRange, ...link }) => {
      return { ...link, range: from(range), targetRange: from(targetRange) }
    })
    return { text: text.slice(start, end), links }
  }
  const body = bodyOf(text, section.content)
  return {
    body: body === null ? null : piece(body),
    definitions: body === null ? [] : splitReferences(text, body).neededInside.map(piece),
    names: namesWithin(note, section.content),
    frontmatter: note.frontmatter,
  }
}

/** The note's text with another text in place of a section, once what stood there is the note `to`. */
export function leaveSection(
  text: string,
  { path, header, line, left, to }: NamedSection & { readonly left: string; readonly to: string },
): string {
  const note = parseNote(text)
  const { section } = requireSection(path, note, header, line)
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
export function targetOf({ form }: NoteLink, path: string, source: string): string {
  if (form === 'markdown' || form === 'reference') return encodePath(relativePath(folderOf(source), path))
  return withoutNoteExtension(path)
}

/** The section's text without the blank lines around it; null where there is none. */
function bodyOf(text: string, { start, end }: SourceRange): SourceRange | null {
  const last = bodyEnd(text, start, end)
  if (last === start) return null
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(start, last))?.[0].length ?? 0
  return { start: start + blank, end: last }
}
