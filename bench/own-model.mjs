// node bench/own-model.mjs [NOTES] [ROUNDS]: what a vault's own model takes of a server while it is made, what stays of that,
// and how much it adds to the index. In each round one server makes it, and one that differs only in being paused does
// not. Vectors of the embedded model are made up. It reads `/proc`, so it needs Linux.
import Database from 'better-sqlite3'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownStanding } from '../dist/src/search/own-standing.js'
import { readOwnState } from '../dist/src/index-db/own-model-rows.js'
import { fillVectors } from './made-up-vectors.mjs'
import { untilReady } from './measure-server.mjs'
import { findJudge, Sandbox } from './sandbox.mjs'
import { median, quantile, timeEach } from './statistics.mjs'

const notes = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 5)
/** V8 frees what a process at rest holds no more after eight seconds. */
const settleMs = 10_000
const flint = fileURLToPath(new URL('../dist/app/main.js', import.meta.url))
const sandbox = new Sandbox(notes, { judge: findJudge('own'), server: flint })
const data = join(sandbox.folder, 'data')

try {
  await fillIndex()
  const words = sizeOfIndex()
  fillVectors(data)
  const without = sizeOfIndex()
  const made = []
  const paused = []
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`round ${round + 1} of ${rounds} …\n`)
    forgetModel()
    const first = await measure({ isMade: true })
    made.push(first)
    forgetModel()
    paused.push(await measure({ isMade: false, seconds: first.wall }))
  }
  forgetModel()
  const before = sizeOfIndex()
  await measure({ isMade: true })
  const index = { words, without, before, with: sizeOfIndex() }
  const auto = await timeAuto()
  print(made, paused, index, auto)
} finally {
  sandbox.close()
}

async function fillIndex() {
  const server = sandbox.startServer('data')
  await server.initialize()
  await sandbox.untilFilled('data', () => server.call('get_vault_info'))
  await untilReady(server)
  await sandbox.untilTidy('data')
  await server.close()
}

function settings({ isPaused }) {
  const text = `search:\n  model: use-lite-en-v1\n  paused: ${isPaused}\n`
  writeFileSync(join(sandbox.folder, 'config/config.yml'), text)
}

/** Megabytes and seconds of a server from when it may make the model, or as long without. */
async function measure({ isMade, seconds = 0 }) {
  settings({ isPaused: true })
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilReady(server)
  // Loads the embedder and the vectors.
  for (const query of sandbox.queries.two)
    await server.call('search_notes', { query, mode: 'auto', limit: 10 })
  await wait(settleMs)
  const before = stateOf(server)
  forgetPeak(server)
  const started = performance.now()
  if (isMade) {
    settings({ isPaused: false })
    while (!isWhole()) await wait(50)
  } else await wait(seconds * 1_000)
  const wall = (performance.now() - started) / 1_000
  const whole = stateOf(server)
  await wait(settleMs)
  const settled = stateOf(server)
  for (const query of sandbox.queries.two)
    await server.call('search_notes', { query, mode: 'auto', limit: 10 })
  await wait(settleMs)
  const asked = stateOf(server)
  await server.close()
  return {
    wall,
    cpu: settled.cpu - before.cpu,
    peak: whole.peak - before.now,
    stays: settled.now - before.now,
    asked: asked.now - before.now,
  }
}

async function timeAuto() {
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilReady(server)
  const { rare, common, two } = sandbox.queries
  const search = (query) => server.call('search_notes', { query, mode: 'auto', limit: 10 })
  await search(two[0])
  await wait(settleMs)
  const first = await timeEach([...rare, ...common, ...two], search)
  const again = await timeEach([...rare, ...common, ...two], search)
  await server.close()
  return { first, again }
}

function stateOf(server) {
  // Fields behind the name, which may have spaces: the 12th and 13th are hundredths of a second of user and system.
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return { ...server.memory(), cpu: (Number(fields[11]) + Number(fields[12])) / 100 }
}

/** The most memory that the process had is from now on the most since now. */
function forgetPeak(server) {
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
}

function withIndex(use, options = {}) {
  const name = readdirSync(data, { recursive: true }).find((path) => basename(path) === 'index.sqlite')
  const db = new Database(join(data, name), options)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

function isWhole() {
  return withIndex((db) => ownStanding(readOwnState(db)) === 'whole', { readonly: true })
}

function forgetModel() {
  withIndex((db) => {
    for (const table of ['own_model', 'own_term_0', 'own_term_1', 'own_vector_0', 'own_vector_1'])
      db.exec(`DELETE FROM ${table}`)
    db.exec('VACUUM')
    db.pragma('wal_checkpoint(TRUNCATE)')
  })
}

/** Megabytes of pages with something in them. */
function sizeOfIndex() {
  return withIndex((db) => {
    const read = (name) => Number(db.pragma(name, { simple: true }))
    db.pragma('wal_checkpoint(TRUNCATE)')
    return ((read('page_count') - read('freelist_count')) * read('page_size')) / 1e6
  })
}

function print(made, paused, index, auto) {
  const line = (name, key, digits = 1) => {
    const show = (rows) => {
      const values = rows.map((row) => row[key])
      return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`
    }
    const less = made.map((row, at) => row[key] - paused[at][key])
    console.log(`| ${name} | ${show(made)} | ${show(paused)} | ${median(less).toFixed(digits)} |`)
  }
  console.log(`\n${notes} notes, ${rounds} rounds: median (least–most)\n`)
  console.log('|  | made | paused | difference |')
  console.log('| --- | --- | --- | --- |')
  line('seconds until it answers', 'wall')
  line('processor seconds', 'cpu')
  line('MB more at the most', 'peak')
  line('MB more once made', 'stays')
  line('MB more once it was asked', 'asked')
  const grown = (from) => `${((100 * (index.with - index.before)) / from).toFixed(1)} %`
  console.log(
    `\nindex: words ${index.words.toFixed(1)} MB, and vectors ${index.without.toFixed(1)} MB, before the model ${index.before.toFixed(1)} MB, with it ${index.with.toFixed(1)} MB: +${grown(index.words)} of words, +${grown(index.without)} of words and vectors`,
  )
  for (const [name, times] of Object.entries(auto)) {
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
    console.log(`auto, ${name}: p50 ${p50} ms, p95 ${p95} ms`)
  }
}
