import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Frees what this thread holds no more and gives it back to the system, which takes it some fifty milliseconds. */
export function collectGarbage(): void {
  // Node exposes its garbage collector only to contexts made after this.
  setFlagsFromString('--expose-gc')
  runInNewContext("gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })")
}
