import { errorCode } from './error-code.ts'
import type { Fault } from './load-fault.ts'
import { VaultError } from './vault-error.ts'

const cure =
  'Close what is not needed, or let flint have more open files (ulimit -n, LimitNOFILE) and start it again.'

/** By the code of a system's error: null unless it refused a file, a pipe or a process because too many files are open. */
export function tooManyFilesFault(code: string): Fault | null {
  switch (code) {
    case 'EMFILE':
      return { reason: 'flint has as many files open as the system lets it (EMFILE).', cure }
    case 'ENFILE':
      return { reason: 'The system has as many files open as it can have (ENFILE).', cure }
    default:
      return null
  }
}

/** The failure to show a caller where too many files are open, or an error comes of that; null for any other error. */
export function tooManyFiles(error: unknown): VaultError | null {
  const fault = tooManyFilesFault(errorCode(error))
  if (fault !== null)
    return new VaultError('VAULT_UNAVAILABLE', fault.reason, { hint: fault.cure }, { cause: error })
  return error instanceof Error && error.cause !== undefined ? tooManyFiles(error.cause) : null
}
