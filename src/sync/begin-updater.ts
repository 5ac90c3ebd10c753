import { describeProblem } from './describe-problem.ts'
import { IndexUpdater, type Caller } from './index-updater.ts'
import type { SyncOptions } from './sync-messages.ts'

/** Opens an index for who asks; null where it cannot be opened, which they are told. */
export function beginUpdater(options: SyncOptions, caller: Caller): IndexUpdater | null {
  try {
    return new IndexUpdater(options, caller)
  } catch (error) {
    caller.postMessage({ kind: 'unopened', problem: describeProblem(error, options.root).problem })
    return null
  }
}
