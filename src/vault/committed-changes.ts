import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeOwnFile } from '../own-files/write-own-file.ts'

/** How far the changes of a vault are committed. */
const shape = z.object({
  /** Tells its changes from those of other histories, in the commits of one repository. */
  key: z.string().regex(/^[0-9a-f]{8}$/),
  /** The id of the last change that was looked at. */
  last: z.string().regex(/^\d+$/),
})
type CommittedChanges = z.output<typeof shape>

/** Null where no change was to be committed so far. */
export function readCommitted(folder: string): CommittedChanges | null {
  try {
    return shape.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
  } catch {
    return null
  }
}

export function keepCommitted(folder: string, { last }: Pick<CommittedChanges, 'last'>): void {
  const key = readCommitted(folder)?.key ?? randomBytes(4).toString('hex')
  writeOwnFile(fileIn(folder), JSON.stringify({ key, last }))
}

/** Changes that are made from now on are not committed later. */
export function dropCommitted(folder: string): void {
  rmSync(fileIn(folder), { force: true })
}

function fileIn(folder: string): string {
  return join(folder, 'committed.json')
}
