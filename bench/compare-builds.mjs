// Two builds in turn: what the machine does meanwhile happens to both, and a row says whether they differ.
import { measureFirstAnswer, untilReady } from './measure-server.mjs'
import { readingCalls } from './measure-calls.mjs'
import { writingCalls } from './measure-writes.mjs'
import { printCells, round as shown } from './print-table.mjs'
import { Sandbox } from './sandbox.mjs'
import { judgePairs } from './statistics.mjs'

/** Measures `builds`, two files of servers, on a vault each with the same notes. Every figure of one has its pair of the other. */
export async function compareBuilds(source, { judge, builds, rounds, say }) {
  const sides = builds.map((server) => new Sandbox(source, { judge, server }))
  const pairs = new Map()
  const note = (row, unit, figures) => {
    const known = pairs.get(row) ?? { row, unit, pairs: [] }
    known.pairs.push(figures)
    pairs.set(row, known)
  }
  try {
    for (const side of sides) await side.keepCode('data')
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`)
      const order = round % 2 === 0 ? [1, 0] : [0, 1]
      await compareStarts(sides, order, note)
      await compareCalls(sides, order, round, note)
    }
  } finally {
    for (const side of sides) side.close()
  }
  return [...pairs.values()].map(({ pairs, ...row }) => ({ ...row, ...judgePairs(pairs) }))
}

async function compareStarts(sides, order, note) {
  const cold = []
  const starts = []
  for (const at of order) cold[at] = await fill(sides[at])
  for (const at of order) starts[at] = await measureFirstAnswer(sides[at])
  note('cold index, from process start to ready', 'ms', cold)
  note('process start to initialize', 'ms', [starts[0].initialize, starts[1].initialize])
  note('reopening, to the first right answer', 'ms', [starts[0].answer, starts[1].answer])
}

async function fill(sandbox) {
  sandbox.removeIndex('data')
  const server = sandbox.startServer('data')
  await server.initialize()
  await sandbox.untilFilled('data', () => server.call('get_vault_info'))
  await untilReady(server)
  const ms = performance.now() - server.startedAt
  await sandbox.untilTidy('data')
  await server.close()
  return ms
}

/** Both servers are there, and each call of one is followed by the same of the other. */
async function compareCalls(sides, order, round, note) {
  const servers = sides.map((sandbox) => sandbox.startServer('data'))
  for (const server of servers) {
    await server.initialize()
    await untilReady(server)
  }
  const calls = { ...readingCalls(sides[0].queries), ...writingCalls(sides[0].queries, round) }
  for (const [row, [tool, inputs]] of Object.entries(calls)) {
    for (const args of inputs) {
      const times = []
      for (const at of order) {
        const started = performance.now()
        await servers[at].call(tool, args)
        times[at] = performance.now() - started
      }
      note(row, 'ms', times)
    }
  }
  note(
    'memory serving',
    'MB',
    servers.map((server) => server.memory().now),
  )
  for (const server of servers) await server.close()
}

export function printComparison(rows) {
  printCells(
    ['', 'the other', 'this build', 'ratio', 'pairs', 'verdict'],
    rows.map(({ row, unit, before, after, ratio, count, verdict }) => [
      row,
      `${shown(before)} ${unit}`,
      `${shown(after)} ${unit}`,
      `${ratio.toFixed(2)}×`,
      String(count),
      verdict,
    ]),
  )
}
