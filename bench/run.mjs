// npm run bench -- [--notes 10000,1000] [--rounds 3] [--starts 9] [--meaning] [--shared | --own] [--server FILE]
// Measures the built server against what the machine itself needs for the same work, in alternating rounds, and writes
// all of it to bench-results.json. A figure over its bound fails nothing: benchmarks are no tests.
import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureChanges } from './measure-changes.mjs'
import { measureCold, measureInitialize, measureWarm } from './measure-server.mjs'
import { measureMeaning } from './measure-meaning.mjs'
import { measureRename } from './measure-rename.mjs'
import { measureThread } from './measure-thread.mjs'
import { printTable } from './print-table.mjs'
import { toRows } from './rows.mjs'
import { findJudge, Sandbox } from './sandbox.mjs'
import { ServerProcess } from './server-process.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '9' },
    // Embedding ten thousand notes takes minutes.
    meaning: { type: 'boolean', default: false },
    shared: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    server: { type: 'string', default: at('../dist/app/main.js') },
  },
})

const judge = findJudge(values.own ? 'own' : values.shared ? 'shared' : null)
const results = []
for (const notes of values.notes.split(',').map(Number)) results.push(await measure(notes))
writeFileSync(at('../bench-results.json'), `${JSON.stringify(results, null, 2)}\n`)

async function measure(notes) {
  const sandbox = new Sandbox(notes, { judge, server: values.server })
  try {
    const rounds = []
    const load = [loadavg()[0]]
    for (let round = 1; round <= Number(values.rounds); round++) {
      say(`${notes} notes, round ${round} of ${values.rounds}`)
      rounds.push(await measureRound(sandbox))
    }
    say(`${notes} notes, starting ${values.starts} servers of each kind`)
    const starts = await measureStarts(sandbox)
    say(`${notes} notes, changes`)
    const changes = await measureChanges(sandbox)
    say(`${notes} notes, renaming the hub`)
    const rename = await measureRename(sandbox)
    if (values.meaning) say(`${notes} notes, embedding and searching by meaning`)
    const meaning = values.meaning ? await measureMeaning(sandbox) : null
    load.push(loadavg()[0])
    const rows = toRows({ notes, rounds, starts, changes, rename, meaning })
    console.log(
      `\n${notes} notes (${judge.name} generator), Node ${process.versions.node}, ${availableParallelism()} cores, ` +
        `load ${load.map((value) => value.toFixed(1)).join(' to ')}\n`,
    )
    printTable(rows)
    return { notes, generator: judge.name, load, rows, rounds, starts, changes, rename, meaning }
  } finally {
    sandbox.close()
  }
}

async function measureRound(sandbox) {
  sandbox.remove('thread')
  // The floor goes right before each of the two: what else the machine does changes by the second.
  const threadFloor = sandbox.measureFloor()
  const threadCold = await measureThread(sandbox, 'thread')
  const floor = sandbox.measureFloor()
  const cold = await measureCold(sandbox)
  const threadWarm = await measureThread(sandbox, 'thread')
  const warm = await measureWarm(sandbox)
  return { threadFloor, threadCold, floor, cold, threadWarm, warm }
}

async function measureStarts(sandbox) {
  const starts = { bare: [], flint: [] }
  for (let start = 0; start < Number(values.starts); start++) {
    starts.bare.push(await measureInitialize(new ServerProcess([at('bare-server.mjs')])))
    starts.flint.push(await measureInitialize(sandbox.startServer('data')))
  }
  return starts
}

function say(text) {
  process.stderr.write(`${text} …\n`)
}
