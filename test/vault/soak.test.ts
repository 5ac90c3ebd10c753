import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { withFlint } from '../cli/with-flint.ts'
import { cutAll } from '../support/cut-all.ts'
import { checkIndex, dumpIndex } from '../support/dump-index.ts'
import { indexFromNothing } from '../support/index-from-nothing.ts'
import { dataOf, memoryOf, openFiles, registerVaults, serveFlint } from '../support/served-flint.ts'
import { until } from '../support/until.ts'
import { caughtUp, makeBranches, soakFiles, soakSteps, type Soak, type SoakSize } from './soak-steps.ts'

// `npm run soak` says how much and how long; here it is small.
const given = process.env['FLINT_SOAK']
const {
  minutes,
  seed,
  report,
  ...size
}: SoakSize & Readonly<{ minutes: number; seed: number; report: string | null }> =
  given === undefined
    ? { minutes: 0, seed: 1, report: null, notes: 60, folder: 120, checkout: 150, storm: 150 }
    : JSON.parse(given)
const leastRounds = 2
const patience = given === undefined ? 20_000 : 120_000

test(
  `after rounds of all that happens to a vault its index equals one built from nothing, and nothing is left open (seed ${seed})`,
  { timeout: 120_000 + minutes * 120_000 },
  () =>
    withFlint({}, async (flint) => {
      const root = join(flint.folder, 'soak')
      await registerVaults(flint, { soak: soakFiles(size), second: { 'log.md': '# Log\n' } }, 'none')
      await makeBranches(root, size)
      const server = await serveFlint(flint)
      const random = numbersFrom(seed)
      const ended = performance.now() + minutes * 60_000
      const rounds: object[] = []
      for (let round = 1; round <= leastRounds || performance.now() < ended; round++) {
        const soak: Soak = { server, root, size, round, random, patience }
        const ms: Record<string, number> = {}
        for (const [name, step] of Object.entries(soakSteps)) {
          const started = performance.now()
          await step(soak)
          await caughtUp(soak)
          ms[name] = Math.round(performance.now() - started)
        }
        await expectIndexOfNothing(flint, root)
        const files = openFiles(server.pid)
        rounds.push({ round, memory: memoryOf(server.pid), files, ms })
        if (report !== null) await save(report, rounds)
        if (round > 1) {
          // What a call has just used may take a moment to be closed; what leaks stays.
          await until(`as few files are open as after the first round: ${files}`, () => {
            const first = (rounds[0] as { files: number | null }).files
            return first === null || (openFiles(server.pid) ?? 0) <= first + spareFiles
          })
        }
      }
      expect(server.stderr()).not.toMatch(/SQLITE_|INTERNAL_ERROR|"level":50/)
    }),
)

/** Threads that come and go with their work have a few. */
const spareFiles = 4

async function expectIndexOfNothing(flint: Parameters<typeof dataOf>[0], root: string): Promise<void> {
  const file = join(dataOf(flint, root).index, 'index.sqlite')
  const other = join(flint.folder, 'other data')
  const vault = { id: 'soak' as VaultId, name: 'soak', root }
  const expected = await indexFromNothing(vault, other, patience)
  await rm(other, { recursive: true })
  let found: readonly string[] = []
  const agrees = () => {
    cutAll(file)
    found = dumpIndex(file)
    return found.join('\n') === expected.join('\n')
  }
  await until('the indexes agree', agrees, { withinMs: patience / 4 }).catch(() => {
    const [have, want] = [new Set(found), new Set(expected)]
    expect({
      'only in the index': found.filter((row) => !want.has(row)).slice(0, 20),
      'missing in it': expected.filter((row) => !have.has(row)).slice(0, 20),
    }).toEqual({ 'only in the index': [], 'missing in it': [] })
  })
  expect(checkIndex(file)).toEqual([])
}

/** Whole numbers below a bound, the same ones for the same seed (xorshift). */
function numbersFrom(start: number): (below: number) => number {
  let state = (start ^ 0x9e3779b9) | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

async function save(file: string, rounds: readonly object[]): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(rounds))
  await rename(`${file}.new`, file)
}
