import { linkParts } from '../markdown/read/link-parts.ts'
import { rewriteLinks, type LinkChange, type RewrittenLinks } from '../markdown/edit/rewrite-links.ts'
import { folderOf, relativePath, withoutNoteExtension } from '../model/note-path.ts'
import type { NoteLink } from '../model/parsed-note.ts'
import { isMarkdown } from '../model/resolve-link.ts'

/** All that says where a link leads. */
export type SaidLink = Pick<NoteLink, 'form' | 'target' | 'heading' | 'block'>

export interface CountedLink extends SaidLink {
  readonly count: number
}

/** What becomes of the links that say the same. */
export interface SaidChange extends SaidLink {
  readonly change: LinkChange
}

// So many are read or written within some milliseconds.
const mostInPiece = 500

/**
 * What the links of a note or canvas say, each once with how often. In pieces of JSON: a note of megabytes may have hundreds of
 * thousands, and their reader lets others have their turn in between.
 */
export function listSaidLinks(text: string, { path }: { readonly path: string }): readonly string[] {
  const said = new Map<string, CountedLink>()
  for (const { links } of linkParts(path, text))
    for (const link of links) {
      const key = keyOf(link)
      const { form, target, heading, block } = link
      said.set(key, { form, target, heading, block, count: (said.get(key)?.count ?? 0) + 1 })
    }
  return inPieces([...said.values()])
}

/** The text with its links as the changes want them, in pieces of JSON, too; those that are not named stay. */
export function rewriteSaidLinks(
  text: string,
  { path, changes }: { readonly path: string; readonly changes: readonly string[] },
): RewrittenLinks {
  const wanted = new Map<string, LinkChange>()
  for (const piece of changes) for (const one of readChanges(piece)) wanted.set(keyOf(one), one.change)
  return rewriteLinks(path, text, (link) => wanted.get(keyOf(link)) ?? { targets: null, heading: null })
}

/** The text with its links that say `target` leading to the note at `to`. */
export function aimLinks(
  text: string,
  { path, target, to }: { readonly path: string; readonly target: string; readonly to: string },
): RewrittenLinks {
  return rewriteLinks(path, text, (link) => {
    if (link.target !== target) return { targets: null, heading: null }
    return { targets: [pathToSay(link, path, to)], heading: null }
  })
}

/** A note as a link of the file at `from` names it by its path: a Markdown link from its folder, any other from the root. */
export function pathToSay({ form }: Pick<NoteLink, 'form'>, from: string, to: string): string {
  if (form === 'canvas') return to
  return isMarkdown(form) ? relativePath(folderOf(from), to) : withoutNoteExtension(to)
}

/** A list as JSON, some hundred items in each. */
export function inPieces(items: readonly object[]): readonly string[] {
  const pieces: string[] = []
  for (let start = 0; start < items.length; start += mostInPiece)
    pieces.push(JSON.stringify(items.slice(start, start + mostInPiece)))
  return pieces
}

export function readLinks(piece: string): readonly CountedLink[] {
  const value: unknown = JSON.parse(piece)
  return isLinks(value) ? value : []
}

// What comes back is what this file has written.
function isLinks(value: unknown): value is readonly CountedLink[] {
  return Array.isArray(value)
}

function readChanges(piece: string): readonly SaidChange[] {
  const value: unknown = JSON.parse(piece)
  return isChanges(value) ? value : []
}

function isChanges(value: unknown): value is readonly SaidChange[] {
  return Array.isArray(value)
}

function keyOf({ form, target, heading, block }: SaidLink): string {
  return JSON.stringify([form, target, heading, block])
}
