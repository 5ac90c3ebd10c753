/** Prints the rows as one Markdown table, so that it can be pasted into the documentation. */
export function printTable(rows) {
  const hasGrowth = rows.some(({ growth }) => growth !== null)
  const columns = [
    '',
    'ratio',
    'bound',
    'goal',
    'flint',
    'floor',
    ...(hasGrowth ? ['since 10,000', 'a note'] : []),
    '',
  ]
  printCells(
    columns,
    rows.map((row) => toCells(row, hasGrowth)),
  )
}

/** A Markdown table. The first and the last column are text, those between are figures. */
export function printCells(columns, lines) {
  const all = [columns, ...lines]
  const widths = columns.map((_, column) => Math.max(3, ...all.map((cells) => cells[column].length)))
  const isFigure = (column) => column > 0 && column < columns.length - 1
  const pad = (cell, column) =>
    isFigure(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])
  const rule = (width, column) => (isFigure(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))
  const print = (cells) => console.log(`| ${cells.join(' | ')} |`)
  print(columns.map(pad))
  print(widths.map(rule))
  for (const cells of lines) print(cells.map(pad))
}

export function round(value) {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}

function toCells(row, hasGrowth) {
  const { name, figure, unit, floor, ratio, bound, goal, growth, isRatio } = row
  return [
    name,
    ratio === null ? '' : `${ratio.toFixed(2)}×`,
    bound === null ? '' : isRatio ? `${bound}×` : `${bound} ${unit}`,
    goal === null ? '' : describeGoal(goal, unit),
    `${round(figure)} ${unit}`,
    floor === null ? '' : `${round(floor)} ${unit}`,
    ...(hasGrowth ? [growth === null ? '' : `${growth.times.toFixed(2)}×`] : []),
    ...(hasGrowth ? [growth === null ? '' : `${growth.each.toFixed(2)}×`] : []),
    judge(row),
  ]
}

function describeGoal({ limit, of }, unit) {
  if (of === 'ratio') return `${limit}×`
  return of === 'growth' ? `${limit}× a note` : `${limit} ${unit}`
}

/** `over` its bound, `short` of its goal, `ok`, or nothing where there is neither. */
function judge({ figure, ratio, bound, goal, growth, isRatio }) {
  if (bound !== null && (isRatio ? ratio : figure) > bound) return 'over'
  const reached = goal === null ? undefined : { ratio, figure, growth: growth?.each }[goal.of]
  if (reached !== undefined && reached > goal.limit) return 'short'
  return bound === null && reached === undefined ? '' : 'ok'
}
