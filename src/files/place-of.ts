import { fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { normalizeKey } from '../model/normalize-key.ts'
import { isSameFile } from './at-rest.ts'
import { lookAt } from './open-file.ts'

/**
 * The real path of an open file or folder now; null where the system does not tell. The path used to open it may lead
 * elsewhere by now.
 */
export function placeOf(file: number, absolute: string): string | null {
  return placeByNumber(file) ?? placeByName(file, absolute)
}

/** Whether an open file lies in the folder of its path, whose links are resolved, whatever its name is now. */
export function liesIn(file: number, absolute: string): boolean {
  const place = placeOf(file, absolute)
  return place !== null && isSamePlace(dirname(place), dirname(absolute))
}

/**
 * Whether two real paths are the same. On a case-insensitive drive the system may answer with another case; where the
 * drive tells case apart, one of two such names is another folder, or a link to it.
 */
export function isSamePlace(a: string, b: string): boolean {
  if (a === b) return true
  return normalizeKey(a) === normalizeKey(b) && isSameEntry(a, b) && isSamePlace(dirname(a), dirname(b))
}

function isSameEntry(a: string, b: string): boolean {
  const [one, other] = [lookAt(a), lookAt(b)]
  return one !== null && other !== null && isSameFile(one, other)
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
    return isSameFile(opened, there) ? real : null
  } catch {
    return null
  }
}
