/** A row of a table cut before each bar; one behind a backslash, as in code or a link, parts nothing. */
export function splitCells(row: string): readonly string[] {
  return row.split(/(?<!\\)(?=\|)/)
}
