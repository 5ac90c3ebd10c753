/** A text from its lines, with a final line break. */
export function lines(...rows: string[]): string {
  return rows.map((row) => `${row}\n`).join('')
}
