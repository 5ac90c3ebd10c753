import type { Statement } from 'better-sqlite3'
import type { SqlQuestion, SqlRows, SqlValue } from './sql-messages.ts'
import { shorten } from '../../model/whole-characters.ts'

/** Reads rows one by one and stops before they are too many or too large. */
export function readRows(
  statement: Statement,
  { params, maxRows, maxBytes }: Pick<SqlQuestion, 'params' | 'maxRows' | 'maxBytes'>,
): SqlRows {
  const columns = differentNames(statement.columns().map(({ name }) => name))
  const rows: Record<string, unknown>[] = []
  let bytes = 0
  let isCut = false
  for (const row of statement
    .raw(true)
    .safeIntegers(true)
    .iterate(...toBound(params))) {
    const cells = Array.isArray(row) ? row.map((cell: unknown) => toPlain(cell, maxBytes)) : []
    isCut ||= cells.some((cell) => cell.isCut)
    const entry = Object.fromEntries(columns.map((column, index) => [column, cells[index]?.value ?? null]))
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
    if (rows.length >= maxRows || (bytes > maxBytes && rows.length > 0)) {
      return { columns, rows, hasMore: true, isCut }
    }
    rows.push(entry)
  }
  return { columns, rows, hasMore: false, isCut }
}

/** SQLite has no booleans. */
export function toBound(params: readonly SqlValue[]): readonly (string | number | null)[] {
  return params.map((value) => (typeof value === 'boolean' ? Number(value) : value))
}

function differentNames(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

/** A value for JSON: bytes are described, not shown, a text takes at most a quarter of the room, and a whole number that JSON rounds is text. */
function toPlain(cell: unknown, maxBytes: number): { readonly value: unknown; readonly isCut: boolean } {
  if (cell instanceof Uint8Array) return { value: `(${cell.byteLength} bytes)`, isCut: false }
  if (typeof cell === 'bigint') {
    const number = Number(cell)
    return { value: Number.isSafeInteger(number) ? number : String(cell), isCut: false }
  }
  const most = Math.floor(maxBytes / 4)
  if (typeof cell !== 'string' || cell.length <= most) return { value: cell, isCut: false }
  return { value: shorten(cell, most), isCut: true }
}
