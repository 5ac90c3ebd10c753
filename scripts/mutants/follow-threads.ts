import { setEnvironmentData } from 'node:worker_threads'
import { afterEach, beforeAll } from 'vitest'

// Set-up of each test file in a run with mutants. StrykerJS switches a mutant on in this thread and counts here which test
// came by which: what the tests start in other threads and processes has to know the one and to tell the other.
declare global {
  var __stryker__: Stryker | undefined
}

interface Stryker {
  readonly activeMutant?: string
  readonly currentTestId?: string
  mutantCoverage?: { readonly static: object; readonly perTest: Record<string, Record<string, number>> }
}

const mostMutants = 100_000
const covered = new Uint8Array(new SharedArrayBuffer(mostMutants))
setEnvironmentData('covered mutants', covered)

beforeAll(() => {
  const active = globalThis.__stryker__?.activeMutant
  if (active !== undefined) process.env['__STRYKER_ACTIVE_MUTANT__'] = active
})

afterEach(() => {
  const stryker = globalThis.__stryker__
  if (stryker?.currentTestId === undefined) return
  stryker.mutantCoverage ??= { static: {}, perTest: {} }
  const own = (stryker.mutantCoverage.perTest[stryker.currentTestId] ??= {})
  for (let id = covered.indexOf(1); id !== -1; id = covered.indexOf(1, id + 1)) {
    own[String(id)] = 1
    covered[id] = 0
  }
})
