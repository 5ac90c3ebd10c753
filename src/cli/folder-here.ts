import { hasCode } from '../model/error-code.ts'

/** The working directory; empty where it was deleted or may not be read: what needs one says so. */
export function folderHere(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return ''
    throw error
  }
}
