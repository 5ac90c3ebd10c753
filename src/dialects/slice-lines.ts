export interface LineRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export interface SlicedLines {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly total: number
}

/**
 * Lines of a text, both ends included and counted from 1, or from the end where they are negative. What is given is cut
 * to the lines there are.
 *
 *     sliceLines('a\nb\nc\n', { start: 2 })    // { text: 'b\nc\n', start: 2, end: 3, total: 3 }
 *     sliceLines('a\nb\nc\n', { start: -1 })   // { text: 'c\n', start: 3, end: 3, total: 3 }
 */
export function sliceLines(text: string, { start: from = 1, end: to = -1 }: LineRange): SlicedLines {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const total = lines.length
  const start = Math.max(1, from < 0 ? total + from + 1 : from)
  const end = Math.min(total, to < 0 ? total + to + 1 : to)
  return { text: lines.slice(start - 1, Math.max(start - 1, end)).join(''), start, end, total }
}
