import { isLoadError, loadFault, parts, type Fault } from './load-fault.ts'
import { VaultError } from './vault-error.ts'
import { errorCode } from './error-code.ts'
import { tooManyFilesFault } from './too-many-files.ts'

const anotherFolder = 'or name another one in FLINT_DATA_DIR.'

/**
 * What of the machine, rather than of a vault, keeps flint from its own databases: the part that keeps them, the disk or a
 * permission. Null for any other error.
 */
export function dataFault(error: unknown): Fault | null {
  if (isLoadError(error)) return loadFault(parts.sqlite, error)
  const code = errorCode(error)
  const tooMany = tooManyFilesFault(code)
  if (tooMany !== null) return tooMany
  // The file that SQLite cannot make longer beside the index (`SHMSIZE`) lies on the same disk.
  if (/^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/.test(code))
    return {
      reason: `The disk on which flint keeps its data is full${code === 'EDQUOT' ? ' as far as your quota goes' : ''}.`,
      cure: `Make room there, ${anotherFolder}`,
    }
  if (code === 'EROFS')
    return {
      reason: 'The drive on which flint keeps its data is mounted read-only.',
      cure: `Mount it for writing, ${anotherFolder}`,
    }
  if (/^(?:ENOTDIR|EISDIR|EEXIST)$/.test(code))
    return {
      reason: `Something else lies where flint keeps its data (${code}).`,
      cure: `Move it away, ${anotherFolder}`,
    }
  if (/^(?:SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH|EACCES$|EPERM$)/.test(code))
    return {
      reason: `The folder in which flint keeps its data cannot be written (${code}).`,
      cure: `Mend its permissions, ${anotherFolder}`,
    }
  if (/^(?:SQLITE_IOERR|EIO$)/.test(code))
    return {
      reason: `The drive on which flint keeps its data reports an error (${code}).`,
      cure: `See to the drive, ${anotherFolder}`,
    }
  return null
}

/**
 * INDEX_UNAVAILABLE that says what of the machine it is, where it is that, and `also`; else what whoever met it says.
 */
export function dataError(
  cause: unknown,
  otherwise: { readonly message: string; readonly hint: string; readonly also?: string },
): VaultError {
  const fault = dataFault(cause)
  if (fault === null)
    return new VaultError('INDEX_UNAVAILABLE', otherwise.message, { hint: otherwise.hint }, { cause })
  const message = otherwise.also === undefined ? fault.reason : `${fault.reason} ${otherwise.also}`
  return new VaultError('INDEX_UNAVAILABLE', message, { hint: fault.cure }, { cause })
}
