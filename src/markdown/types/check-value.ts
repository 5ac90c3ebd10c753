import type { FieldConstraints, MetadataField } from '../../model/metadata-schema.ts'
import { isIsoDate } from '../../model/is-iso-date.ts'
import { linearPattern } from '../text/linear-pattern.ts'
import { shorten } from '../../model/whole-characters.ts'

export interface ValueCheck {
  /** The value in the field's own type; the given one where it cannot be converted. */
  readonly value: unknown
  readonly errors: readonly string[]
  /** What is wrong with the schema rather than with the value. */
  readonly warnings: readonly string[]
}

/** Checks one existing value against its field. */
export function checkValue(field: MetadataField, given: unknown): ValueCheck {
  const value = coerce(field, given)
  if (value === undefined) {
    return {
      value: given,
      errors: [`\`${field.name}\` must be ${wanted(field)}, not ${show(given)}.`],
      warnings: [],
    }
  }
  const { min, max, pattern } = field.constraints ?? {}
  const errors = []
  const warnings = []
  const { amount, unit } = measure(field, value)
  if (min !== undefined && amount < min)
    errors.push(`\`${field.name}\` must be at least ${min}${unit}, not ${amount}.`)
  if (max !== undefined && amount > max)
    errors.push(`\`${field.name}\` must be at most ${max}${unit}, not ${amount}.`)
  if (pattern !== undefined && typeof value === 'string') {
    const compiled = linearPattern(pattern)
    if (compiled.kind === 'problem')
      warnings.push(
        `\`${field.name}\` is not checked: the pattern ${show(pattern)} in its schema cannot be used, ${compiled.message}.`,
      )
    else if (value.length > longestMatched)
      errors.push(
        `\`${field.name}\` must be shorter than ${longestMatched} characters, since it has a pattern.`,
      )
    else if (!compiled.test(value))
      errors.push(`\`${field.name}\` must match ${show(pattern)}; ${show(value)} does not.`)
  }
  return { value, errors, warnings }
}

/**
 * The value in the field's type, undefined where it cannot be converted. Nothing is guessed: only clear cases count.
 */
function coerce({ type, constraints }: MetadataField, value: unknown): unknown {
  switch (type) {
    case 'string':
      return isScalar(value) ? String(value) : undefined
    case 'number':
      return typeof value === 'string' && isNumeric(value)
        ? Number(value)
        : isNumber(value)
          ? value
          : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : booleans[String(value).toLowerCase()]
    case 'date':
      return typeof value === 'string' && isIsoDate(value.trim()) ? value.trim() : undefined
    case 'array':
      // Obsidian, too, takes one value for a list of one.
      return Array.isArray(value) ? value : isScalar(value) ? [value] : undefined
    case 'select':
      return isScalar(value) ? pickOption(constraints, String(value)) : undefined
  }
}

/** Exactly, else in other case when that leaves one option. */
function pickOption(constraints: FieldConstraints | undefined, value: string): string | undefined {
  const options = constraints?.options
  if (options === undefined || options.includes(value)) return value
  const alike = options.filter((option) => option.toLowerCase() === value.toLowerCase())
  return alike.length === 1 ? alike[0] : undefined
}

/** What a field takes, in words: `a list`, `one of open, done`. */
export function wanted({ type, constraints }: MetadataField): string {
  return type === 'select' ? `one of ${constraints?.options?.join(', ') ?? 'its options'}` : kinds[type]
}

const kinds = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31 or 2026-01-31T10:30:00Z',
  array: 'a list',
} as const

/** The amount that `min` and `max` refer to. */
function measure(field: MetadataField, value: unknown): { readonly amount: number; readonly unit: string } {
  if (typeof value === 'number') return { amount: value, unit: '' }
  if (Array.isArray(value)) return { amount: value.length, unit: ' items' }
  if (field.type === 'string' && typeof value === 'string') {
    return { amount: Array.from(value).length, unit: ' characters' }
  }
  // No other type has a measure, and NaN is neither less nor more than anything.
  return { amount: NaN, unit: '' }
}

/** Bounds the time of a match; a field with a pattern is an identifier of some kind. */
const longestMatched = 1000

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false }

/** A value of one line, as a list has them. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isNumeric(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text.trim()) && Number.isFinite(Number(text))
}

function show(value: unknown): string {
  return shorten(JSON.stringify(value), 60)
}
