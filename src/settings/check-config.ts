import type { z } from 'zod'
import { nearest } from '../model/nearest.ts'
import { isRecord } from '../model/is-record.ts'
import { shorten } from '../model/whole-characters.ts'

export interface ConfigReading<Config> {
  /** Whole and valid: what could not be read has its default. */
  readonly config: Config
  /** What the file says itself, without defaults and what could not be read. */
  readonly written: unknown
  /** Keys that were passed over without harm, a sentence each. */
  readonly notices: readonly string[]
  /** What is wrong, a sentence each that names the key and says what to write. */
  readonly problems: readonly string[]
  /** The keys among them whose meaning is not known, be it for their value or their name; `''` is the whole file. */
  readonly unread: readonly UnreadKey[]
}

export interface UnreadKey {
  /** As it is written, or as it was probably meant: `permissions.write`. */
  readonly key: string
  readonly sentence: string
}

export interface ConfigShape<Config> {
  /** A strict object in which every key has a default, and whose messages say what is wanted: `a number from 1`. */
  readonly schema: z.ZodType<Config>
  /** Keys of other versions, with what to say of them: `search.index_path`. */
  readonly accepted?: Readonly<Record<string, string>>
}

/** Checks what a config file holds. Never throws: each wrong value is named and replaced by its default. */
export function checkConfig<Config>(
  raw: unknown,
  { schema, accepted = {} }: ConfigShape<Config>,
): ConfigReading<Config> {
  const notices: string[] = []
  const problems: string[] = []
  const unread: UnreadKey[] = []
  const defaults = schema.parse({})
  let data = withoutNulls(raw)
  for (;;) {
    const result = schema.safeParse(data)
    if (result.success)
      return { config: result.data, written: data, notices, problems: [...new Set(problems)], unread }
    const read = data
    for (const issue of result.error.issues) {
      const path = keyPath(issue.path)
      if (issue.code === 'unrecognized_keys') {
        const section = valueAt(defaults, path)
        const known = isRecord(section) ? Object.keys(section) : []
        for (const key of issue.keys) {
          const name = [...path, key].join('.')
          const [meant = null] = nearest(key, known)
          const sentence = accepted[name] ?? describeUnknownKey(name, meant)
          notices.push(sentence)
          if (accepted[name] === undefined) unread.push({ key: [...path, meant ?? key].join('.'), sentence })
          data = without(data, [...path, key])
        }
      } else {
        const key = path.join('.')
        // What was wrong and is left out now is not missing.
        if (!unread.some((one) => one.key === key)) {
          const sentence = describeIssue(issue, path, read)
          problems.push(sentence)
          unread.push({ key, sentence })
        }
        data = without(data, existing(read, path))
      }
    }
  }
}

/** `key:` with nothing behind it, or with all its lines commented out, means the default. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  )
}

function describeUnknownKey(name: string, meant: string | null): string {
  return meant === null
    ? `\`${name}\` is not a setting and has no effect.`
    : `\`${name}\` is not a setting and has no effect; did you mean \`${meant}\`?`
}

function describeIssue(issue: z.core.$ZodIssue, path: readonly string[], data: unknown): string {
  const name = path.join('.')
  if (name === '') return 'The file must hold keys and values, such as `name: My notes`.'
  if (issue.code === 'invalid_key') {
    return `\`${name}\`: the key must be ${issue.issues[0]?.message ?? 'another'}. Rename it.`
  }
  const value = valueAt(data, path)
  const found = value === undefined ? 'is missing' : `is ${showValue(value)}`
  return `\`${name}\` ${found}; write ${issue.message}.`
}

/** A value as JSON, cut where it is long. */
export function showValue(value: unknown): string {
  return shorten(JSON.stringify(value), 80)
}

/** Up to the first list index: a list with one wrong item is replaced as a whole. */
function keyPath(path: readonly PropertyKey[]): readonly string[] {
  const end = path.findIndex((part) => typeof part === 'number')
  return (end === -1 ? path : path.slice(0, end)).map(String)
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  )
}

/** The part of the path that is there: a required key that is missing makes its whole entry unreadable. */
function existing(value: unknown, path: readonly string[]): readonly string[] {
  const end = path.findIndex((_, index) => valueAt(value, path.slice(0, index + 1)) === undefined)
  return end === -1 ? path : path.slice(0, end)
}

function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return {}
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value
  const { [key]: inner, ...others } = value
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) }
}
