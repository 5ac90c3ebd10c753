import { isCanvas } from '../../model/note-path.ts'
import type { NoteLink } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { inJson } from '../text/in-json.ts'
import { parseCanvas, readCanvasCards } from './parse-canvas.ts'
import { readLinks } from './read-links.ts'

/** A stretch of text with links in it, and how an edit of it becomes an edit of the file. */
export interface LinkPart {
  readonly text: string
  readonly links: readonly NoteLink[]
  readonly place: (edit: TextEdit) => TextEdit
}

/** The texts of a file that hold links: a note is one, each card of a canvas is one. */
export function linkParts(path: string, text: string): readonly LinkPart[] {
  if (!isCanvas(path)) return [{ text, links: readLinks(text), place: (edit) => edit }]
  const files = parseCanvas(text).filter(({ form }) => form === 'canvas')
  return [
    { text, links: files, place: (edit) => edit },
    ...readCanvasCards(text).map((card): LinkPart => ({
      ...card,
      place: ({ start, end, insert }) => ({
        start: card.place(start),
        end: card.place(end),
        insert: inJson(insert),
      }),
    })),
  ]
}
