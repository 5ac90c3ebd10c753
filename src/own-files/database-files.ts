import { rmSync, statSync } from 'node:fs'
import { logSuffixes } from './keep-private.ts'

/** Tells a file from another one that later takes its path; null where there is none. */
export function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/** Tells the log that a connection writes from one that others find after somebody deleted it. */
export function identityOfLog(database: string): string {
  return logSuffixes.map((suffix) => identityOf(database + suffix)).join()
}

/** A new file that takes the place of another must not be read by the other's log. */
export function removeLog(database: string): void {
  for (const suffix of logSuffixes) rmSync(database + suffix, { force: true })
}
