import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { errorCode } from '../model/error-code.ts'
import { tooManyFilesFault } from '../model/too-many-files.ts'

/** A database, its log, the log's index and their folder. */
const filesOfDatabase = 4

/** SQLite says only that it cannot open a file: where no more files can be opened, that is why. */
export function whyNotOpened(error: unknown): unknown {
  if (!errorCode(error).startsWith('SQLITE_CANTOPEN')) return error
  const opened: number[] = []
  try {
    while (opened.length < filesOfDatabase) opened.push(openSync(devNull, 'r'))
    return error
  } catch (refusal) {
    return tooManyFilesFault(errorCode(refusal)) === null ? error : refusal
  } finally {
    for (const file of opened) closeSync(file)
  }
}
