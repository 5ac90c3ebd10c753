import { isDocument } from '../../markdown/read/document-note.ts'
import { Anchors } from './anchors.ts'
import type { ShownHeading } from './block-rules.ts'
import { embedPart } from './embed-part.ts'
import { noteParser } from './note-parser.ts'
import type { NoteSource, RenderContext, RenderJob } from './render-context.ts'
import type { RenderEmbed } from './settle-links.ts'

export interface RenderedNote {
  readonly html: string
  readonly outline: readonly ShownHeading[]
}

/** So much of a note is rendered: a longer one says that there is more. */
const mostCharacters = 1_000_000
/** So much of all notes within a note. */
const mostEmbedded = 500_000

/**
 * A note as HTML that can be put into a page: whatever its text says, there is no element, attribute or address in it
 * that flint has not written. Its frontmatter is not in it.
 */
export function renderNoteText(source: NoteSource, context: RenderContext): RenderedNote {
  const outline: ShownHeading[] = []
  const anchors = new Anchors()
  const { bodyStart, bodyLine } = source.note.frontmatter
  let room = mostEmbedded
  const renderEmbed: RenderEmbed = (path, part) => {
    const inner = path === source.path ? null : context.embedded(path)
    const range = inner === null ? null : embedPart(inner.text, inner.note, part)
    if (inner === null || range === null || range.end - range.start > room) return null
    room -= range.end - range.start
    const job = { ...context, source: inner, linesBefore: 0, isInner: true, anchors }
    return renderPart(inner.text.slice(range.start, range.end), job, [], () => null)
  }
  const whole = source.text.slice(bodyStart)
  const shown = whole.length > mostCharacters ? beginning(whole) : whole
  const job = { ...context, source, linesBefore: bodyLine - 1, isInner: false, anchors }
  const html = renderPart(shown, job, outline, renderEmbed)
  return { html: shown === whole ? html : `${html}${cutNotice}`, outline }
}

function renderPart(text: string, job: RenderJob, outline: ShownHeading[], renderEmbed: RenderEmbed): string {
  // Tags and tasks of a document are its author's: here they are text.
  const isForeign = isDocument(job.source.note.frontmatter.data)
  const own = isForeign ? { ...job, tagStyle: { ...job.tagStyle, hashtags: false } } : job
  return noteParser(own, outline, renderEmbed).render(showable(text))
}

/** A lone carriage return ends no line in flint. What only turns the direction of text about can disguise what it says. */
function showable(text: string): string {
  return text
    .replace(/\r(?!\n)/g, ' ')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
}

function beginning(text: string): string {
  const end = text.lastIndexOf('\n', mostCharacters)
  return text.slice(0, end === -1 ? mostCharacters : end + 1)
}

const cutNotice =
  '<p class="cut-notice" dir="auto">This note is longer than what is shown here: only its beginning is rendered.</p>\n'
