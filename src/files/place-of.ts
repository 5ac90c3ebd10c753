import { fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { normalizeKey } from '../model/normalize-key.ts'

/**
 * Where an open file or folder lies at this moment, links resolved; null where nothing tells. The way by which it was
 * opened may lead elsewhere by now, or have led elsewhere at that moment.
 */
export function placeOf(file: number, absolute: string): string | null {
  return placeByNumber(file) ?? placeByName(file, absolute)
}

/** Whether an open file lies in the folder of its path, under whatever name by now. Links on the way are resolved before. */
export function liesIn(file: number, absolute: string): boolean {
  const place = placeOf(file, absolute)
  return place !== null && isSamePlace(dirname(place), dirname(absolute))
}

/** Whether two real paths are one. Where case does not count the system may tell another than was asked for. */
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
