import type { Heading, NoteLink, ParsedNote, SourceRange } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { headingKey } from '../read/heading-key.ts'

/** The names of headings and blocks that occur in one part of a note only, normalised. */
export interface PartNames {
  readonly headings: ReadonlySet<string>
  readonly blocks: ReadonlySet<string>
}

export function namesWithin({ headings, blocks }: ParsedNote, { start, end }: SourceRange): PartNames {
  const isInside = ({ range }: { readonly range: SourceRange }) => range.start >= start && range.start < end
  const inside = new Set(headings.filter(isInside).flatMap(keysOf))
  const outside = new Set(headings.filter((one) => !isInside(one)).flatMap(keysOf))
  const ids = new Set(blocks.filter(isInside).map(({ id }) => id.toLowerCase()))
  return { headings: new Set([...inside].filter((key) => !outside.has(key))), blocks: ids }
}

/** True where a link's heading or block is in the part. */
export function leadsInto(
  { heading, block }: { readonly heading: string | null; readonly block: string | null },
  { headings, blocks }: PartNames,
): boolean {
  if (block !== null) return blocks.has(block.toLowerCase())
  return heading !== null && headings.has(lastKey(heading))
}

/**
 * Edits that turn links into their own note (`[[#Plan]]`), those that `isMeant` picks, into links to another.
 *
 *     // '[[#Plan]]' with write: () => 'work/site'  →  '[[work/site#Plan]]'
 */
export function aimSelfLinks(
  links: readonly NoteLink[],
  isMeant: (link: NoteLink) => boolean,
  write: (link: NoteLink) => string,
): readonly TextEdit[] {
  return links
    .filter((link) => link.target === '' && isMeant(link))
    .map((link) => ({ ...link.targetRange, insert: write(link) }))
}

function keysOf({ text, id }: Heading): readonly string[] {
  return [lastKey(text), ...(id === undefined ? [] : [lastKey(id)])]
}

/** Nested headings end with the heading itself. */
function lastKey(name: string): string {
  return headingKey(name.split('#').findLast((part) => part.trim() !== '') ?? '')
}
