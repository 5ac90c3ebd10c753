import type { LinkForm, ParsedNote } from '../../model/parsed-note.ts'
import type { TagStyle } from '../../model/tag-style.ts'
import type { Anchors } from './anchors.ts'

/** What a link of a note means. `unknown` while not every note has been read. */
export type LinkMeaning =
  | { readonly kind: 'note'; readonly path: string; readonly title: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'missing' | 'unknown' }

/** A note's text, parsed. */
export interface NoteSource {
  readonly path: string
  readonly text: string
  readonly note: ParsedNote
}

/** What rendering needs beside the text. It reads nothing itself: what it may embed was read before. */
export interface RenderContext {
  readonly vaultId: string
  readonly tagStyle: TagStyle
  /** Whom a link in a note means. */
  readonly resolve: (
    target: string,
    source: { readonly path: string; readonly form: LinkForm },
  ) => LinkMeaning
  /** A note that may be shown within this one; null for one that is linked instead. */
  readonly embedded: (path: string) => NoteSource | null
  /** A text of the past: its tasks do not tick. */
  readonly isPast?: boolean
  /** MathML for TeX; null for what it cannot read. */
  readonly renderMath: (tex: string, isBlock: boolean) => string | null
}

/** One text on its way to HTML: the note itself, or one within it. */
export interface RenderJob extends RenderContext {
  readonly source: NoteSource
  /** The lines of the file before the text that is rendered. */
  readonly linesBefore: number
  /** Whether this text stands in another note: then it embeds nothing itself, and nothing in it can be ticked. */
  readonly isInner: boolean
  readonly anchors: Anchors
}
