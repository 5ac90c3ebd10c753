import { closeSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../model/error-code.ts'
import { keepFilePrivate } from '../own-files/keep-private.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'

/** Makes a log file where there is none. Why it cannot be written, or null where it can. */
export function makeLogFile(file: string): string | null {
  try {
    makePrivateFolder(dirname(resolve(file)))
    closeSync(openSync(file, 'a', 0o600))
    keepFilePrivate(file)
    return null
  } catch (error) {
    return errorCode(error)
  }
}
