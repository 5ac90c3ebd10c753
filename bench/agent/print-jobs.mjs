import { jobs } from './jobs.mjs'

const sumOf = (rows, key) => rows.reduce((total, row) => total + row[key], 0)
const spentOn = ({ sent, received }) => sent + received

export function printJobs({ rows, list }, unit) {
  console.table(
    rows.map(({ calls, sent, received, isDone }, at) => ({
      job: jobs[at].name,
      calls,
      sent,
      received,
      done: isDone,
    })),
  )
  rows.forEach(({ problem }, at) => problem !== undefined && console.log(`${jobs[at].name}: ${problem}`))
  console.log(
    `${rows.filter(({ isDone }) => isDone).length} of ${rows.length} jobs in ${sumOf(rows, 'calls')} calls: ` +
      `${sumOf(rows, 'sent')} ${unit} sent, ${sumOf(rows, 'received')} received; the list has ${list}.`,
  )
}

/** The jobs by the calls and tokens of each side, and for each peer how flint does on the jobs that both do. */
export function printBesidePeers(flint, peers, unit) {
  const sides = [flint, ...peers.filter(({ problem }) => problem === undefined)]
  console.log(
    `\nCalls and ${unit} of each, sent and received; – is what a side has no tool for, ✗ what it did wrong`,
  )
  console.table(
    jobs.map(({ name }, at) =>
      Object.fromEntries([['job', name], ...sides.map((side) => [side.name, cell(side.rows[at])])]),
    ),
  )
  for (const { name, problem, rows, list } of peers) {
    if (problem !== undefined) {
      console.log(`${name}: ${problem}`)
      continue
    }
    const both = rows.flatMap((row, at) =>
      row?.isDone === true && flint.rows[at].isDone ? [{ at, theirs: row, ours: flint.rows[at] }] : [],
    )
    const [ours, theirs] = ['ours', 'theirs'].map((side) => both.map((pair) => pair[side]))
    const [spent, theirSpent] = [ours, theirs].map((part) => part.reduce((sum, row) => sum + spentOn(row), 0))
    console.log(
      `${name}: ${both.length} jobs that both do; calls ${sumOf(ours, 'calls')} : ${sumOf(theirs, 'calls')}; ` +
        `${unit} ${spent} : ${theirSpent}, ${(spent / theirSpent).toFixed(2)}×; its list has ${list}.`,
    )
    const dearer = both
      .map((pair) => ({ ...pair, more: spentOn(pair.ours) - spentOn(pair.theirs) }))
      .filter(({ more }) => more > 0)
      .sort((a, b) => b.more - a.more)
      .map(({ at, more }) => `${jobs[at].name} (+${more})`)
    if (dearer.length > 0) console.log(`  flint costs more to: ${dearer.join(', ')}`)
    rows.forEach((row, at) => row?.isDone === false && console.log(`  ${jobs[at].name}: ${row.problem}`))
  }
}

function cell(row) {
  if (row === null) return '–'
  return `${row.calls} / ${spentOn(row)}${row.isDone ? '' : ' ✗'}`
}
