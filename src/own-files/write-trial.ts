import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

// A smaller file may fit on a full disk, in what the file system reserves. Opening flint's databases takes about as much.
const trialBytes = 256_000

/**
 * Fails as the system does where a folder has no room or may not be written: only writing shows it. What a sandbox refuses, the
 * permissions of a folder may allow. With `flush` the disk itself has to take it.
 */
export function writeTrial(folder: string, { flush = false } = {}): void {
  const file = join(folder, `.flint-trial-${randomUUID()}`)
  const opened = openSync(file, 'wx', 0o600)
  try {
    const bytes = Buffer.alloc(trialBytes, 1)
    // A disk that is nearly full takes a part of it without an error.
    for (let done = 0; done < trialBytes;) done += writeSync(opened, bytes, done)
    if (flush) fsyncSync(opened)
  } finally {
    closeSync(opened)
    rmSync(file, { force: true })
  }
}
