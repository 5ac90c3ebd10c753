import { basename, dirname } from 'node:path'
import { hasCode } from '../model/error-code.ts'
import { VaultError, type ErrorCode } from '../model/vault-error.ts'
import { deadLink, fileAbove } from './behind-path.ts'

/**
 * What a person can mend about an error of the system that a command met at a path, such as in the settings of a shell or
 * of a client; null for any other error.
 */
export function systemError(error: unknown): VaultError | null {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return null
  const { path: at } = error
  // A new text is written beside the file.
  const path = /\.[\da-f-]{36}\.tmp$/.test(basename(at)) ? dirname(at) : at
  const fault = (code: ErrorCode, message: string, hint: string) =>
    new VaultError(code, message, { path, hint: `${hint} Then run the command again.` }, { cause: error })
  if (hasCode(error, 'EACCES', 'EPERM'))
    return 'syscall' in error && error.syscall === 'access'
      ? fault(
          'PERMISSION_DENIED',
          `${path} is read-only and stays as it is.`,
          'Allow it to be written: chmod u+w.',
        )
      : fault(
          'PERMISSION_DENIED',
          `The system does not let flint ${path === at ? 'use' : 'write in'} ${path}.`,
          'Mend its permissions, or those of the folders above it.',
        )
  if (hasCode(error, 'EROFS'))
    return fault('PERMISSION_DENIED', `The drive of ${path} is mounted read-only.`, 'Mount it for writing.')
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return fault('CONFLICT', `There is no space left to write ${path}.`, 'Make room on its disk.')
  if (hasCode(error, 'EISDIR')) return fault('CONFLICT', `${path} is a folder, not a file.`, 'Move it away.')
  if (hasCode(error, 'ELOOP'))
    return fault('CONFLICT', `${path} is a link that leads back to itself.`, 'Remove the link.')
  if (hasCode(error, 'ENOTDIR', 'EEXIST', 'ENOENT')) {
    const link = deadLink(path)
    if (link !== null)
      return fault(
        'CONFLICT',
        `${link} is a link that leads nowhere.`,
        'Remove it, or make what it leads to.',
      )
    const file = fileAbove(at)
    if (file !== null)
      return fault('CONFLICT', `${file} is a file where a folder is needed.`, 'Move it away.')
  }
  return null
}
