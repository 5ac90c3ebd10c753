import { dataFault } from '../model/data-fault.ts'
import { whyNotOpened } from '../own-files/why-not-opened.ts'
import { isReplaced, startAgain } from '../model/program-replaced.ts'
import { FolderAway } from './folder-now.ts'
import type { SyncFailure, SyncProblem } from './sync-messages.ts'
import { errorCode, messageOf } from '../model/error-code.ts'
import { tooManyFilesFault } from '../model/too-many-files.ts'

/** A problem of the thread for people: the cause in the machine where one is known, else the error's own words. */
export function describeProblem(
  error: unknown,
  root: string,
): { readonly reason: SyncFailure; readonly problem: SyncProblem } {
  const message = messageOf(error)
  if (isOfVault(error, root)) {
    const code = errorCode(error)
    const tooMany = tooManyFilesFault(code)
    if (tooMany !== null) return { reason: 'vault', problem: { message: tooMany.reason, cure: tooMany.cure } }
    // The system's own words name the path on this machine.
    const told = code === '' ? message : `The vault's folder cannot be read (${code}).`
    const cure = /^(?:EACCES|EPERM)$/.test(code) ? 'Mend its permissions.' : null
    return { reason: 'vault', problem: { message: told, cure } }
  }
  const fault = dataFault(whyNotOpened(error))
  const cure = isReplaced(error) ? startAgain : null
  const problem = fault === null ? { message, cure } : { message: fault.reason, cure: fault.cure }
  return { reason: 'index', problem }
}

/** Whether a file-system error happened in the vault's folder. */
function isOfVault(error: unknown, root: string): boolean {
  if (error instanceof FolderAway) return true
  if (!(error instanceof Error) || !('syscall' in error)) return false
  return !('path' in error) || String(error.path).startsWith(root)
}
