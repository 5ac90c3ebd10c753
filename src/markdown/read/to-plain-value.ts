import { VaultError } from '../../model/vault-error.ts'
import { isRecord } from '../../model/is-record.ts'

/**
 * A value as frontmatter can hold it: strings, numbers, booleans, null, lists and maps; a Date becomes its ISO string.
 * VALIDATION_FAILED for anything else, such as a whole number beyond 2^53, which is rounded.
 */
export function toPlainValue(key: string, value: unknown, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (isRounded(value)) throw tooLong(key, value)
    return value
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  if (depth < deepest) {
    if (Array.isArray(value)) return value.map((item: unknown) => toPlainValue(key, item ?? null, depth + 1))
    if (isRecord(value)) {
      const entries = Object.entries(value).filter(([, item]) => item !== undefined)
      return Object.fromEntries(entries.map(([name, item]) => [name, toPlainValue(key, item, depth + 1)]))
    }
  }
  throw new VaultError('VALIDATION_FAILED', `The value of "${key}" cannot be written as frontmatter.`, {
    field: key,
    hint: 'Use strings, numbers, true or false, lists and maps.',
  })
}

const deepest = 50

/** Whether it is written in digits of which the last may not be those that were given. */
function isRounded(value: number): boolean {
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value))
}

function tooLong(key: string, value: number): VaultError {
  return new VaultError(
    'VALIDATION_FAILED',
    `A number in "${key}" has more digits than can be kept exactly: it was read as ${value}.`,
    { field: key, hint: 'Give it as text, in quotes.' },
  )
}
