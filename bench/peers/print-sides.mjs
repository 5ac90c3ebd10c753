import { printCells, round } from '../print-table.mjs'

/** Prints flint, the floor and the peers beside each other, and below it what the marks mean. */
export function printSides(rows, sides) {
  const columns = ['', ...sides.slice(0, 1), 'floor', ...sides.slice(1)].map((side) => side.name ?? side)
  printCells([...columns, 'ahead of flint'], rows.map(toCells))
  const ahead = rows.filter((row) => row.ahead.length > 0)
  const wrong = rows.flatMap(({ name, cells }) =>
    cells.flatMap((cell, index) =>
      cell?.problem == null
        ? []
        : [`${sides[index].name}, ${name.replace(/, p\d+$/, '')}: ${oneLine(cell.problem)}`],
    ),
  )
  printList('Ahead of flint:', ahead.map(describeAhead))
  printList('✗, which counts for nothing:', [...new Set(wrong)])
  printList('Worth knowing:', sides.flatMap(describeSide))
}

function describeSide({ name, version, problem, notes, nodeVersion }) {
  if (version === undefined) return notes
  const side = `${name} ${version}`
  if (problem !== undefined) return [`${side} was not measured: ${oneLine(problem)}`]
  const wanted =
    nodeVersion === undefined ? [] : [`runs on Node ${nodeVersion}, as it wants a newer one than this`]
  return [...notes, ...wanted].map((note) => `${side}: ${note}`)
}

function toCells({ name, unit, floor, cells: [own, ...peers], ahead }) {
  return [
    name,
    toCell(own, unit),
    floor === null ? '' : `${round(floor)} ${unit}`,
    ...peers.map((cell) => toCell(cell, unit)),
    ahead.map(({ side }) => side).join(', '),
  ]
}

function toCell(cell, unit) {
  if (cell === null) return '–'
  const figure = typeof cell.figure !== 'number' ? '' : `${round(cell.figure)} ${unit}`
  return cell.problem === null ? figure : `${figure} ✗`.trim()
}

/** Peers that are ahead for the same reason are named together. */
function describeAhead({ name, ahead }) {
  const reasons = [...new Set(ahead.map(({ why }) => why))]
  const parts = reasons.map((reason) => {
    const whom = ahead
      .filter(({ why }) => why === reason)
      .map(({ side, ratio }) => `${side} ${ratio.toFixed(2)}×`)
    return `${whom.join(', ')}. ${reason}`
  })
  return `${name}: ${parts.join(' ')}`
}

function printList(title, lines) {
  if (lines.length === 0) return
  console.log(`\n${title}\n`)
  for (const line of lines) console.log(`- ${line}`)
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}
