import { isRecord } from '../../model/is-record.ts'

/** True for equal metadata: lists in the same order, maps in any. */
export function equalValues(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  // YAML reads both zeros as one.
  if (typeof a === 'number' && typeof b === 'number') return a === b
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalValues(item, b[index]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && equalValues(a[key], b[key]))
}
