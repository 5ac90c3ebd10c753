import { rmSync, statSync } from 'node:fs'

/** SQLite's log, and the log's index, which all connections share: beside a database that is open. */
const logSuffixes = ['-wal', '-shm'] as const

/** What a database of SQLite's consists of. */
export const databaseSuffixes = ['', ...logSuffixes] as const

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
