import type { z } from 'zod'
import { isObject } from '../model/is-record.ts'

/** What in a result is not as its schema says: wrong or missing values, and keys that the schema does not name. */
export function outputProblems(schema: z.ZodType, output: unknown): readonly string[] {
  const parsed = schema.safeParse(output)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return strayKeys(output, parsed.data, '')
}

/** Fails where anything is wrong with what a tool returned. */
export function refuseStrays(name: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new TypeError(`${name} returned ${problems.join('; ')}`)
}

/** A schema that is not loose drops the keys that it does not know, which tells them. */
function strayKeys(output: unknown, known: unknown, at: string): readonly string[] {
  // A schema that takes a value as it is has no say on what is in it.
  if (output === known) return []
  if (!isObject(output) || !isObject(known)) return []
  return Object.entries(output).flatMap(([key, value]: [string, unknown]) => {
    // The validator drops a key of that name from every record: a note may have it all the same.
    if (value === undefined || key === '__proto__') return []
    // Whatever shows text from outside says so.
    if (key === 'untrusted' && value === true) return []
    const path = at === '' ? key : `${at}.${key}`
    return Object.hasOwn(known, key)
      ? strayKeys(value, known[key], path)
      : [`${path}: is not in the output schema`]
  })
}
