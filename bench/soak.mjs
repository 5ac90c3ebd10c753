// What a vault goes through in months, in minutes: node bench/soak.mjs [--minutes 6] [--seed 1] [--notes 1000]
// [--folder 5000] [--checkout 3000] [--storm 3000] [--embed 1000]. Runs the tests of endurance and of several processes
// at full size, prints what they measured, and fails when memory or file descriptors grow or a test does.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { quantile } from './statistics.mjs'

const sizes = { minutes: 6, seed: 1, notes: 1000, folder: 5000, checkout: 3000, storm: 3000, embed: 1000 }
const { values } = parseArgs({
  options: Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, { type: 'string', default: String(size) }]),
  ),
})
const { embed, ...size } = Object.fromEntries(
  Object.entries(values).map(([name, text]) => [name, Number(text)]),
)
/** At most so much more at the end than at the start: the median of the last rounds beside that of the first ones. */
const memoryGrowth = 1.15
const memorySpare = 10
const fileSpare = 4

const folder = mkdtempSync(join(tmpdir(), 'flint-soak-'))
try {
  const isSound = [soak(), severalProcesses()].every(Boolean)
  console.log(isSound ? '\nPassed.' : '\nFailed.')
  process.exitCode = isSound ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function soak() {
  const report = join(folder, 'soak.json')
  const passed = runTest('test/vault/soak.test.ts', { FLINT_SOAK: JSON.stringify({ ...size, report }) })
  if (!existsSync(report)) return false
  const rounds = JSON.parse(readFileSync(report, 'utf8'))
  console.log(
    `\nSoak: ${rounds.length} rounds, each with an index equal to one built from nothing${passed ? '' : ', until it failed'}.\n`,
  )
  console.log('| step, until an outside edit is found | median | longest |\n| --- | ---: | ---: |')
  for (const step of Object.keys(rounds[0].ms)) {
    const all = rounds.map(({ ms }) => ms[step])
    console.log(`| ${step} | ${quantile(all, 0.5)} ms | ${Math.max(...all)} ms |`)
  }
  return [
    passed,
    isFlat('memory', 'MB', rounds, (start) => start * memoryGrowth + memorySpare),
    isFlat('files', 'descriptors', rounds, (start) => start + fileSpare),
  ].every(Boolean)
}

/** Whether a figure is at the end what it was at the start. The first round, which fills caches, is not counted. */
function isFlat(key, unit, [, ...rounds], boundOf) {
  const all = rounds.map((round) => round[key])
  if (all.length === 0 || all.includes(null)) {
    console.log(`${key}: not measured`)
    return true
  }
  const third = Math.max(1, Math.floor(all.length / 3))
  const middleAt = Math.floor((all.length - third) / 2)
  const parts = [all.slice(0, third), all.slice(middleAt, middleAt + third), all.slice(-third)]
  const [start, middle, end] = parts.map((part) => quantile(part, 0.5))
  const bound = boundOf(start)
  const isOk = end <= bound
  const [a, b, c, most] = [start, middle, end, bound].map((figure) => figure.toFixed(0))
  console.log(`${key}: start ${a}, middle ${b}, end ${c} ${unit}; at most ${most}: ${isOk ? 'pass' : 'FAIL'}`)
  return isOk
}

function severalProcesses() {
  const report = join(folder, 'processes.json')
  const passed = runTest('test/server/several-processes.test.ts', {
    FLINT_SOAK_PROCESSES: JSON.stringify({ notes: embed, report }),
  })
  if (!existsSync(report)) return false
  const { indexedAfter, embeddedAfter, atKill, vectors, writes } = JSON.parse(readFileSync(report, 'utf8'))
  const isOk = passed && indexedAfter <= 5000
  console.log(
    `\nFive servers and the command line: ${writes} writes, none lost; ${vectors} vectors, none written twice.`,
  )
  console.log(
    `kill -9 of the holders with ${atKill} of ${embed} notes embedded: another indexes after ${indexedAfter.toFixed(0)} ms and embeds after ${embeddedAfter.toFixed(0)} ms; at most 5000 ms: ${isOk ? 'pass' : 'FAIL'}`,
  )
  return isOk
}

function runTest(file, env) {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status } = spawnSync(process.execPath, [vitest, 'run', file], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status === 0
}
