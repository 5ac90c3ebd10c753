import { editDistance } from '../../model/nearest.ts'
import { readParts, type LinePart } from './line-parts.ts'
import { leastAlike, similarity } from './similarity.ts'

/** In a word with fewer letters one other letter makes another word. */
const shortest = 4
/** Of a longer word two letters may be mended. */
const longFrom = 8

/**
 * Whether a line still says what it said: with another state, tags or dates, with a word corrected, with links where words
 * stood, or with links that have a new name.
 *
 *     saysTheSame('- [ ] Plan the sumer trip', '- [x] Plan the summer trip #home')   // true
 *     saysTheSame('- Report of week 9', '- Report of week 10')                       // false
 */
export function saysTheSame(one: string, other: string): boolean {
  const [was, is] = [one, other].map((line) => readParts(line).parts)
  if (was === undefined || is === undefined) return false
  if (areCorrected(was.flatMap(shownBy), is.flatMap(shownBy))) return true
  const [links, others] = [was.filter(isLink), is.filter(isLink)]
  const isProse = ({ kind }: LinePart) => kind === 'prose'
  return (
    links.length > 0 &&
    links.length === others.length &&
    links.every(({ text }, at) => isRenamed(text, others[at]?.text ?? '')) &&
    areCorrected(was.filter(isProse).flatMap(shownBy), is.filter(isProse).flatMap(shownBy))
  )
}

/** What a reader sees of a part that says something: words, those of a link, code or an address. */
function shownBy(part: LinePart): readonly string[] {
  const { kind, text } = part
  if (kind !== 'prose' && kind !== 'mark') return []
  if (kind === 'mark' && !isLink(part)) return /^[`\w]/.test(text) ? [text] : []
  const shown = kind === 'prose' ? text : text.replace(/^!?\[\[(?:[^\]|]*\|)?|\]\([^)]*\)$/g, '')
  return shown.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function isLink({ kind, text }: LinePart): boolean {
  return kind === 'mark' && /^!?\[(?:\[|[^\]]*\]\()/.test(text)
}

/** Numbers tell one note from the next. */
function isRenamed(link: string, other: string): boolean {
  const [numbers, others] = [link, other].map((text) => (text.match(/\d+/g) ?? []).join(' '))
  return numbers === others && similarity(link, other) >= leastAlike
}

function areCorrected(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && words.every((word, at) => isCorrected(word, others[at] ?? ''))
}

function isCorrected(word: string, other: string): boolean {
  const [one, two] = [word.toLowerCase(), other.toLowerCase()]
  if (one === two) return true
  const length = Math.min(one.length, two.length)
  if (length < shortest || /[^\p{L}\p{M}]/u.test(one + two)) return false
  return editDistance(one, two) <= (length < longFrom ? 1 : 2)
}
