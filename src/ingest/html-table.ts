import type { HtmlElement } from './html-element.ts'
import { largest } from '../model/largest.ts'

// A page may claim any number.
const mostSpanned = 100

/**
 * The cells of a table in rows of one length: one that spans several has its text in the first. Null for a table that only
 * places things on the page: one column, or with tables in it.
 */
export function tableGrid(
  table: HtmlElement,
  textOf: (cell: HtmlElement) => string,
): readonly (readonly string[])[] | null {
  const rows = Array.from(table.querySelectorAll('tr')).map((row) =>
    Array.from(row.children).filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH'),
  )
  const hasTables = Array.from(table.querySelectorAll('table')).some((inner) => inner !== table)
  if (hasTables || rows.every(({ length }) => length <= 1)) return null
  const grid: string[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of row) {
      while (grid[at]?.[column] !== undefined) column += 1
      const [down, across] = [span(cell, 'rowspan'), span(cell, 'colspan')]
      for (const [below, line] of grid.slice(at, at + down).entries()) {
        for (let right = 0; right < across; right += 1)
          line[column + right] = below === 0 && right === 0 ? inCell(textOf(cell)) : ''
      }
      column += across
    }
  }
  const width = largest(grid.map(({ length }) => length))
  return grid.map((line) => Array.from({ length: width }, (_, column) => line[column] ?? ''))
}

function span(cell: HtmlElement, name: string): number {
  const count = Number(cell.getAttribute(name) ?? '1')
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, 1), mostSpanned) : 1
}

function inCell(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replace(/(?<!\\)\|/g, '\\|')
}

/** Rows as a table of Markdown, the first above the line. */
export function toTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
