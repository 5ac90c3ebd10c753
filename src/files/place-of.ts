import { fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { normalizeKey } from '../model/normalize-key.ts'

/**
 * The real path of an open file or folder now; null where the system does not tell. The path used to open it may lead
 * elsewhere by now.
 */
export function placeOf(file: number, absolute: string): string | null {
  return placeByNumber(file) ?? placeByName(file, absolute)
}

/**
 * Whether an open file lies in the folder of its path, whatever its name is now. Links in the path must be resolved
 * already.
 */
export function liesIn(file: number, absolute: string): boolean {
  const place = placeOf(file, absolute)
  return place !== null && isSamePlace(dirname(place), dirname(absolute))
}

/** Whether two real paths are the same. On a case-insensitive drive the system may answer with another case. */
export function isSamePlace(a: string, b: string): boolean {
  return a === b || normalizeKey(a) === normalizeKey(b)
}

function placeByNumber(file: number): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readlinkSync(`/proc/self/fd/${file}`)
  } catch {
    return null
  }
}

function placeByName(file: number, absolute: string): string | null {
  try {
    const real = realpathSync.native(absolute)
    const [opened, there] = [fstatSync(file, { bigint: true }), statSync(real, { bigint: true })]
    return opened.ino === there.ino && opened.dev === there.dev ? real : null
  } catch {
    return null
  }
}
