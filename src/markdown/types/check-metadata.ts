import type {
  MetadataCheck,
  MetadataField,
  MetadataProblem,
  MetadataSchema,
} from '../../model/metadata-schema.ts'
import { ownValue } from '../../model/own-value.ts'
import { nearest } from '../../model/nearest.ts'
import { checkValue, wanted } from './check-value.ts'
import { standardKeys } from './standard-keys.ts'

/**
 * Checks a note's metadata against its type's schema. A field outside the schema is a warning, or an error when
 * `strict`; without a schema nothing is unknown. A value that is clearly meant as the field's type (`"5"` for a number)
 * is accepted, and `coerced` has its proper form. An empty list in an optional field counts as not filled in yet, such
 * as the `tags: []` of a new note, unless it is among the values `given` now.
 *
 *     checkMetadata(schema, { rating: 9 }, { strict: false }).errors   // [{ field: 'rating', message: … }]
 */
export function checkMetadata(
  schema: MetadataSchema,
  data: Readonly<Record<string, unknown>>,
  { strict, given = {} }: { readonly strict: boolean; readonly given?: Readonly<Record<string, unknown>> },
): MetadataCheck {
  const errors: MetadataProblem[] = []
  const warnings: MetadataProblem[] = []
  const coerced: Record<string, unknown> = {}
  for (const field of schema) {
    const value = ownValue(data, field.name)
    const isUnfilled = isEmptyList(value) && !field.required && !Object.hasOwn(given, field.name)
    if (isAbsent(value) || isUnfilled) {
      if (field.required) errors.push({ field: field.name, message: describeMissing(field) })
      continue
    }
    const check = checkValue(field, value)
    errors.push(...check.errors.map((message) => ({ field: field.name, message })))
    warnings.push(...check.warnings.map((message) => ({ field: field.name, message })))
    // One value for a list of one stays as it is: readers of tags split `tags: a, b`.
    const isOther = check.value !== value && !Array.isArray(check.value)
    if (check.errors.length === 0 && isOther) coerced[field.name] = check.value
  }
  const unknown = findUnknown(schema, data)
  for (const problem of unknown) (strict ? errors : warnings).push(problem)
  return { errors, warnings, coerced }
}

/** An empty property is one that is not filled in yet. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function describeMissing(field: MetadataField): string {
  const what = field.description === '' ? '' : ` (${field.description})`
  return `\`${field.name}\`${what} is required: give ${wanted(field)}.`
}

function findUnknown(
  schema: MetadataSchema,
  data: Readonly<Record<string, unknown>>,
): readonly MetadataProblem[] {
  if (schema.length === 0) return []
  const names = schema.map(({ name }) => name)
  return Object.keys(data)
    .filter((key) => !standardKeys.has(key) && !names.includes(key))
    .map((key) => {
      const [meant] = nearest(key, names)
      const guess = meant === undefined ? `It names ${names.join(', ')}.` : `Did you mean \`${meant}\`?`
      return { field: key, message: `The type's schema has no field \`${key}\`. ${guess}` }
    })
}
