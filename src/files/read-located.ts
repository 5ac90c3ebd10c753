import { closeSync, fstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { asVaultError, notAFile, outside } from './file-errors.ts'
import { type Bounds, type Located, mayLieAt } from './locate-path.ts'
import { openForReading } from './read-bytes.ts'
import { isMissing } from './read-file.ts'

/** Reads an open file. */
export type ReadOpen<Result> = (file: number, stats: Stats) => Promise<Result>

/** Opens a file and reads it with `use`; null where there is none. */
export async function readLocated<Result>(
  bounds: Bounds,
  { path, resolved }: Located,
  use: ReadOpen<Result>,
): Promise<Result | null> {
  const absolute = join(bounds.root, resolved)
  let file
  try {
    file = openForReading(absolute)
  } catch (error) {
    if (isMissing(error)) return null
    throw asVaultError(error, path)
  }
  try {
    // A folder above it may have become a link at that very moment.
    if (!mayLieAt(bounds, absolute, file)) throw outside(path)
    const stats = fstatSync(file)
    if (!stats.isFile()) throw notAFile(path, stats)
    return await use(file, stats)
  } catch (error) {
    throw asVaultError(error, path)
  } finally {
    closeSync(file)
  }
}
