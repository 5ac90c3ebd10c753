// npm run bench -- [--notes 1000,10000,100000 | --vault DIR] [--rounds 3] [--starts 9]
//   [--meaning | --made-up-vectors] [--long] [--peers] [--peers-folder DIR] [--peer-rounds 3] [--peer-limit 600]
//   [--shared | --own] [--server FILE] [--compare FILE]
// Measures the built server against what the machine itself needs for the same work, in alternating rounds, and writes
// all of it to bench-results.json. A figure over its bound fails nothing: benchmarks are no tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareBuilds, printComparison } from './compare-builds.mjs'
import { measureChanges } from './measure-changes.mjs'
import { measureLong } from './measure-long.mjs'
import {
  measureCold,
  measureFirstAnswer,
  measureInitialize,
  measureLoop,
  measureWarm,
} from './measure-server.mjs'
import { measureMeaning } from './measure-meaning.mjs'
import { measureRename } from './measure-rename.mjs'
import { measureThread } from './measure-thread.mjs'
import { flint } from './peers/flint.mjs'
import { installPeers } from './peers/install-peers.mjs'
import { measureSides } from './peers/measure-sides.mjs'
import { printSides } from './peers/print-sides.mjs'
import { toSideRows } from './peers/side-rows.mjs'
import { printLong } from './print-long.mjs'
import { printTable } from './print-table.mjs'
import { toRows } from './rows.mjs'
import { findJudge, Sandbox } from './sandbox.mjs'
import { ServerProcess } from './server-process.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    // Somebody's own notes instead, of which a copy is measured.
    vault: { type: 'string' },
    // Three, and one for a vault of 100,000 notes and more.
    rounds: { type: 'string' },
    starts: { type: 'string', default: '9' },
    // Embedding ten thousand notes takes minutes.
    meaning: { type: 'boolean', default: false },
    // A hundred thousand take hours: then vectors are made up, and what searching them takes is measured.
    'made-up-vectors': { type: 'boolean', default: false },
    // Notes of 1, 9 and 100 MB.
    long: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    // Where the peers stay installed from run to run; else they go with the run.
    'peers-folder': { type: 'string' },
    // As many as the other rounds, unless they would take too long.
    'peer-rounds': { type: 'string' },
    // Seconds that one call of a peer may take, its start included.
    'peer-limit': { type: 'string', default: '600' },
    shared: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    server: { type: 'string', default: at('../dist/app/main.js') },
    // Another build's `main.js`: both in turn, and nothing else.
    compare: { type: 'string' },
  },
})

const judge = findJudge(values.own ? 'own' : values.shared ? 'shared' : null)
const sides = values.peers ? await findSides() : null
const vaults = values.vault === undefined ? values.notes.split(',').map(Number) : [resolve(values.vault)]
const results = []
try {
  for (const notes of vaults) {
    results.push(values.compare === undefined ? await measure(notes) : await compare(notes, values.compare))
    save(results)
  }
} finally {
  sides?.close()
}

async function measure(source) {
  say(`${typeof source === 'string' ? `copying ${source}` : `making ${source} notes`}`)
  const sandbox = new Sandbox(source, { judge, server: values.server })
  const notes = sandbox.noteCount
  const count = Number(values.rounds ?? (notes < 100_000 ? 3 : 1))
  try {
    await sandbox.keepCode('data')
    const rounds = []
    const load = [loadavg()[0]]
    for (let round = 1; round <= count; round++) {
      say(`${notes} notes, round ${round} of ${count}`)
      rounds.push(await measureRound(sandbox))
    }
    const loop = await measureLoop(sandbox)
    say(`${notes} notes, starting ${values.starts} servers of each kind`)
    const starts = await measureStarts(sandbox)
    // On copies of the vault, before it is changed.
    const sideRounds =
      sides &&
      (await measureSides(sandbox, sides.all, {
        rounds: Number(values['peer-rounds'] ?? count),
        limitMs: sides.limitMs,
        say,
      }))
    say(`${notes} notes, changes`)
    const changes = await measureChanges(sandbox)
    say(`${notes} notes, renaming the hub`)
    const rename = await measureRename(sandbox)
    const isMadeUp = values['made-up-vectors']
    const isMeant = values.meaning || isMadeUp
    if (isMeant)
      say(`${notes} notes, ${isMadeUp ? 'making up vectors' : 'embedding'} and searching by meaning`)
    const meaning = isMeant ? await measureMeaning(sandbox, { isMadeUp }) : null
    if (values.long) say('long notes')
    const long = values.long ? await measureLong(sandbox) : null
    load.push(loadavg()[0])
    const measured = { rounds, loop, starts, sideRounds, changes, rename, meaning, long }
    // It may have taken hours.
    save([...results, { notes, load, ...measured }])
    const before = results.find((result) => result.notes === 10_000) ?? null
    const rows = toRows({
      notes,
      rounds,
      loop,
      starts,
      changes,
      rename,
      meaning,
      before: notes > 10_000 ? before : null,
    })
    const origin = typeof source === 'string' ? basename(source) : `${judge.name} generator`
    console.log(
      `\n${notes} notes (${origin}), Node ${process.versions.node}, ${availableParallelism()} cores, ` +
        `load ${load.map((value) => value.toFixed(1)).join(' to ')}\n`,
    )
    printTable(rows)
    if (long !== null) printLong(long)
    const sideRows = sides && toSideRows(sideRounds, sides.all)
    if (sides !== null) {
      console.log(`\nThe same ${notes} notes, side by side\n`)
      printSides(sideRows, sides.all)
    }
    return { notes, origin, load, rows, sideRows, ...measured }
  } finally {
    sandbox.close()
  }
}

async function compare(source, other) {
  const [before] = [loadavg()[0]]
  const builds = [resolve(other), values.server]
  const rows = await compareBuilds(source, { judge, builds, rounds: Number(values.rounds ?? 7), say })
  const load = [before, loadavg()[0]].map((value) => value.toFixed(1)).join(' to ')
  console.log(`\n${source} notes, Node ${process.versions.node}, load ${load}: this build beside ${other}\n`)
  printComparison(rows)
  return { source, builds, load, rows }
}

function save(all) {
  writeFileSync(at('../bench-results.json'), `${JSON.stringify(all, null, 2)}\n`)
}

/** flint and its peers, installed where they are not yet. */
async function findSides() {
  const own = values['peers-folder']
  const folder = own === undefined ? mkdtempSync(join(tmpdir(), 'flint-bench-peers-')) : resolve(own)
  const close = () => own === undefined && rmSync(folder, { recursive: true, force: true })
  const peers = await installPeers(folder, say)
  return { all: [flint, ...peers], limitMs: Number(values['peer-limit']) * 1_000, close }
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
  const starts = { bare: [], flint: [], answer: [] }
  for (let start = 0; start < Number(values.starts); start++) {
    starts.bare.push(await measureInitialize(new ServerProcess([at('bare-server.mjs')])))
    const { initialize, answer } = await measureFirstAnswer(sandbox)
    starts.flint.push(initialize)
    starts.answer.push(answer)
  }
  return starts
}

function say(text) {
  process.stderr.write(`${text} …\n`)
}
