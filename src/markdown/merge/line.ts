import { findFences } from '../read/find-fences.ts'

/**
 * The lines of a text; one that ends with a line break has no empty line after it.
 *
 *     splitLines('a\nb\n')   // ['a', 'b']
 */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The text of these lines, each of which ends with a break. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

export function isBlank(line: string): boolean {
  return line.trim() === ''
}

/** The width of what stands before its text, a tab as one. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Whether it is written as a heading; a tag begins like one. */
export function isHeading(line: string): boolean {
  return /^#{1,6}(?:\s|$)/.test(line)
}

/** Whether it begins an item of a list. */
export function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)
}

/** Whether it is the text of a footnote or the address of a link, or an item of a list in a quote: each stands for itself. */
export function isEntry(line: string): boolean {
  return /^(?:\[[^\]]{1,200}\]:|>[\s>]*(?:[-*+]|\d{1,9}[.)]))\s/.test(line)
}

/** Whether it is written as a row of a table. */
export function isRow(line: string): boolean {
  return /^\s*\|/.test(line)
}

/** Whether it parts the head of a table from its rows. */
export function isDelimiterRow(line: string): boolean {
  return line.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line)
}

/** A row of a table cut before each bar; one behind a backslash, as in code or a link, parts nothing. */
export function splitCells(row: string): readonly string[] {
  return row.split(/(?<!\\)(?=\|)/)
}

/** Which lines are code between fences, the fences among them. */
export function fencedLines(lines: readonly string[]): readonly boolean[] {
  const text = textOf(lines)
  const fences = findFences(text, { start: 0, end: text.length })
  let [at, number] = [0, 0]
  return lines.map((line) => {
    while ((fences[number]?.end ?? text.length) <= at) number += 1
    const isFenced = (fences[number]?.start ?? text.length) <= at
    at += line.length + 1
    return isFenced
  })
}
