import { findFences } from '../read/find-fences.ts'

/** One line of a text, and the break that ends it: none at the end of a text that lacks its last. */
export interface Line {
  readonly text: string
  readonly end: '' | '\n' | '\r\n'
}

/**
 * The lines of a text; a text that ends with a line break has no empty line after it.
 *
 *     splitLines('a\r\nb')   // [{ text: 'a', end: '\r\n' }, { text: 'b', end: '' }]
 */
export function splitLines(text: string): readonly Line[] {
  const lines: Line[] = []
  for (let from = 0; from < text.length;) {
    const at = text.indexOf('\n', from)
    if (at === -1) {
      lines.push({ text: text.slice(from), end: '' })
      break
    }
    const isLong = at > from && text[at - 1] === '\r'
    lines.push({ text: text.slice(from, isLong ? at - 1 : at), end: isLong ? '\r\n' : '\n' })
    from = at + 1
  }
  return lines
}

/** The text of these lines: each but the last ends with a break, if need be with the one given. */
export function joinLineEnds(lines: readonly Line[], lineEnd: '\n' | '\r\n'): string {
  return lines
    .map(({ text, end }, index) => text + (end === '' && index < lines.length - 1 ? lineEnd : end))
    .join('')
}

export function isBlank({ text }: Line): boolean {
  return text.trim() === ''
}

export function textOf({ text }: Line): string {
  return text
}

/** The width of what stands before its text, a tab as one. */
export function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length
}

/** Whether it is written as a heading; a tag begins like one. */
export function isHeading({ text }: Pick<Line, 'text'>): boolean {
  return /^#{1,6}(?:\s|$)/.test(text)
}

/** Whether it begins an item of a list. */
export function isItem({ text }: Line): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text)
}

/** Whether it is the text of a footnote or the address of a link, or an item of a list in a quote: each stands for itself. */
export function isEntry({ text }: Line): boolean {
  return /^(?:\[[^\]]{1,200}\]:|>[\s>]*(?:[-*+]|\d{1,9}[.)]))\s/.test(text)
}

/** Whether it is written as a row of a table. */
export function isRow({ text }: Line): boolean {
  return /^\s*\|/.test(text)
}

/** Whether it parts the head of a table from its rows. */
export function isDelimiterRow({ text }: Line): boolean {
  return text.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(text)
}

/** Which lines are code between fences, the fences among them. */
export function fencedLines(lines: readonly Line[]): readonly boolean[] {
  const text = lines.map((line) => `${line.text}\n`).join('')
  const fences = findFences(text, { start: 0, end: text.length })
  let [at, number] = [0, 0]
  return lines.map((line) => {
    while ((fences[number]?.end ?? text.length) <= at) number += 1
    const isFenced = (fences[number]?.start ?? text.length) <= at
    at += line.text.length + 1
    return isFenced
  })
}
