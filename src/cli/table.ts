import width, { type Result } from 'fast-string-truncated-width'

/** Columns side by side. Where they are wider than the screen, the widest give way; the last one is not padded. */
export function formatTable(rows: readonly (readonly string[])[], screen = Infinity): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))
    })
  }
  const room = fitted(widths, screen - gap.length * Math.max(0, widths.length - 1))
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const text = cutTo(cell, room[column] ?? 0)
          return `${text}${' '.repeat(Math.max(0, (room[column] ?? 0) - displayWidth(text)))}`
        })
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

const gap = '  '
/** A column that holds less says nothing. */
const leastColumn = 6

/** The widths with the widest cut down until all of them have room. */
function fitted(widths: readonly number[], room: number): readonly number[] {
  const fitting = [...widths]
  let excess = fitting.reduce((sum, one) => sum + one, 0) - room
  while (excess > 0) {
    const widest = Math.max(...fitting)
    if (widest <= leastColumn) break
    const next = Math.max(leastColumn, ...fitting.filter((one) => one < widest))
    const all = fitting.filter((one) => one === widest).length
    const each = Math.min(widest - next, Math.ceil(excess / all)) || 1
    fitting.forEach((one, column) => {
      if (one !== widest || excess <= 0) return
      const cut = Math.min(each, excess)
      fitting[column] = one - cut
      excess -= cut
    })
  }
  return fitting
}

/** Terminal columns that a text takes, without its colours. */
export function displayWidth(text: string): number {
  return isPlain(text) ? text.length : width(text).width
}

/** Whether each character takes one column, as in most cells. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** A text of at most so many columns, with an ellipsis where it is cut. Colours and links end where it ends. */
export function cutTo(text: string, columns: number): string {
  if (text.length <= columns && isPlain(text)) return text
  const { truncated, index }: Result = width(text, { limit: columns, ellipsis: '…', ellipsisWidth: 1 })
  if (!truncated) return text
  const rest = text.slice(index).match(codes)?.join('') ?? ''
  return `${text.slice(0, index)}…${rest}`
}

/** What sets a colour or a link, or ends one. */
const codes = /\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g
