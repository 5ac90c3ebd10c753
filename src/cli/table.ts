/** Columns side by side, as wide as their widest cell; the last one is not padded. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))
    })
  }
  return rows
    .map((row) =>
      row
        .map(
          (cell, column) => `${cell}${' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell)))}`,
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Terminal columns that a text takes, without its colours. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of withoutColours(text)) {
    if (!/\p{M}|\u200d/u.test(character)) width += wide.test(character) ? 2 : 1
  }
  return width
}

function withoutColours(text: string): string {
  return text.replace(/\u001b\[\d+m/g, '')
}
