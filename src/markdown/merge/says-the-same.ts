import { readParts, type LinePart } from './line-parts.ts'
import { leastAlike, similarity } from './similarity.ts'

/**
 * Whether a line still says what it said: with another state, tags or dates, with more fields, with links where words stood, or with
 * the new name of a note that it leads to. A corrected word may be another word: nobody can tell.
 *
 *     saysTheSame('- [ ] Call Ada', '- [x] Call [[Ada]] #home')               // true
 *     saysTheSame('- Report of week 9', '- Report of week 10')                // false
 */
export function saysTheSame(one: string, other: string): boolean {
  const [was, is] = [one, other].map((line) => readParts(line).parts)
  if (was === undefined || is === undefined || strokesIn(one) !== strokesIn(other)) return false
  const [links, others] = [was, is].map((parts) => parts.filter(isLink).map(({ text }) => text))
  if (links === undefined || others === undefined) return false
  // Each of its links is there, perhaps with another name; there may be more where words stood.
  let at = 0
  for (const link of others) if (at < links.length && isRenamed(links[at] ?? '', link)) at += 1
  if (at < links.length || !hasAll(was, is)) return false
  const isSaid = (parts: readonly LinePart[], withLinks: boolean) =>
    parts.flatMap((part) => (withLinks || !isLink(part) ? shownBy(part) : [])).join(' ')
  if (isSaid(was, true) === isSaid(is, true)) return true
  return links.length === others.length && isSaid(was, false) === isSaid(is, false)
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
  const [one, two] = [link, other].map(readLink)
  if (one === null || two === null || one === undefined || two === undefined) return false
  const [numbers, others] = [one.name, two.name].map((name) => (name.match(/\d+/g) ?? []).join(' '))
  return one.rest === two.rest && numbers === others && similarity(one.name, two.name) >= leastAlike
}

/** The name of the note that a wikilink leads to, and all else of it; null for any other link. */
function readLink(link: string): { readonly name: string; readonly rest: string } | null {
  const found = /^\[\[(?<name>[^\]|#]+)(?<rest>[^\]]*)\]\]$/.exec(link)?.groups
  return found === undefined ? null : { name: found['name'] ?? '', rest: found['rest'] ?? '' }
}
