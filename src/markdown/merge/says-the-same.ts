import { readParts, type LinePart } from './line-parts.ts'
import { isSameCalled } from './similarity.ts'

/**
 * Whether a line still says what it said: with another state, tags or dates, with more fields, with links where words stood, or with
 * the new name of a note that it leads to. A corrected word may be another word: nobody can tell.
 *
 *     saysTheSame('- [ ] Call Ada', '- [x] Call [[Ada]] #home')               // true
 *     saysTheSame('- Report of week 9', '- Report of week 10')                // false
 */
export function saysTheSame(one: string, other: string): boolean {
  if (strokesIn(one) !== strokesIn(other)) return false
  const [was, is] = [readParts(one).parts, readParts(other).parts]
  const [links, others] = [linksIn(was), linksIn(is)]
  // Each of its links is there, perhaps with another name; there may be more where words stood.
  let at = 0
  for (const link of others) if (at < links.length && isRenamed(links[at] ?? '', link)) at += 1
  if (at < links.length || !hasAll(was, is)) return false
  const isSaid = (parts: readonly LinePart[], withLinks: boolean) =>
    parts.flatMap((part) => (withLinks || !isLink(part) ? shownBy(part) : [])).join(' ')
  if (isSaid(was, true) === isSaid(is, true)) return true
  return links.length === others.length && isSaid(was, false) === isSaid(is, false)
}

function linksIn(parts: readonly LinePart[]): readonly string[] {
  return parts.filter(isLink).map(({ text }) => text)
}

function strokesIn(line: string): number {
  return line.split('~~').length
}

/** Whether the fields of a line are there, too. */
function hasAll(was: readonly LinePart[], is: readonly LinePart[]): boolean {
  const now = new Set(is.map(({ text }) => text))
  return was.every(({ kind, text }) => kind !== 'mark' || !/^[[(][\w -]+::/.test(text) || now.has(text))
}

/** What a reader sees of a part that says something: words, those of a link, code or an address. */
function shownBy(part: LinePart): readonly string[] {
  const { kind, text } = part
  if (kind !== 'prose' && kind !== 'mark') return []
  if (kind === 'mark' && !isLink(part)) return /^[`\w]/.test(text) ? [text] : []
  const shown = kind === 'prose' ? text : text.replace(/^!?\[\[(?:[^\]|]*\|)?|\]\([^)]*\)$/g, '')
  return shown.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function isLink({ kind, text }: LinePart): boolean {
  return kind === 'mark' && /^!?\[(?:\[|[^\]]*\]\()/.test(text)
}

/** Whether a link is another one, but for the name of the note: it shows as much, and leads to the same place in it. */
function isRenamed(link: string, other: string): boolean {
  if (link === other) return true
  const [one, two] = [readLink(link), readLink(other)]
  if (one === null || two === null) return false
  return one.rest === two.rest && isSameCalled(one.name, two.name)
}

/** The name of the note that a wikilink leads to, and all else of it; null for any other link. */
function readLink(link: string): { readonly name: string; readonly rest: string } | null {
  const [, name, rest = ''] = /^\[\[([^\]|#]+)([^\]]*)\]\]$/.exec(link) ?? []
  return name === undefined ? null : { name, rest }
}
