const columns = ['', 'ratio', 'bound', 'flint', 'floor', '']

/** Prints the rows as one Markdown table, so that it can be pasted into the documentation. */
export function printTable(rows) {
  const lines = [columns, ...rows.map(toCells)]
  const widths = columns.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)))
  const print = (cells) =>
    console.log(`| ${cells.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`)
  print(columns)
  console.log(`| ${widths.map((width, column) => rule(width, column)).join(' | ')} |`)
  for (const row of rows) print(toCells(row))
}

function toCells({ name, figure, unit, floor, ratio, bound, isRatio }) {
  return [
    name,
    ratio === null ? '' : `${ratio.toFixed(2)}×`,
    bound === null ? '' : isRatio ? `${bound}×` : `${bound} ${unit}`,
    `${round(figure)} ${unit}`,
    floor === null ? '' : `${round(floor)} ${unit}`,
    bound === null ? '' : (isRatio ? ratio : figure) <= bound ? 'ok' : 'over',
  ]
}

function round(value) {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}

function isNumeric(column) {
  return column > 0 && column < columns.length - 1
}

function pad(cell, width, column) {
  return isNumeric(column) ? cell.padStart(width) : cell.padEnd(width)
}

function rule(width, column) {
  return isNumeric(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)
}
