import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../model/is-record.ts'
import type { Settings } from './read-settings-text.ts'

/** A value of a settings file that is another afterwards; undefined where it goes. */
export interface Change {
  readonly path: readonly string[]
  readonly value: unknown
}

/**
 * The smallest values that differ, so that what stands beside them is not touched.
 *
 *     changesBetween({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } })   // [{ path: ['a', 'c'], value: 3 }]
 */
export function changesBetween(before: Settings, after: Settings): readonly Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key): readonly Change[] => {
    const [old, value] = [before, after].map((settings) =>
      Object.hasOwn(settings, key) ? settings[key] : undefined,
    )
    if (isDeepStrictEqual(old, value)) return []
    if (!isRecord(old) || !isRecord(value)) return [{ path: [key], value }]
    return changesBetween(old, value).map(({ path, value }) => ({ path: [key, ...path], value }))
  })
}
