import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { casesOf } from '../model/cases-of.ts'
import { VaultError } from '../model/vault-error.ts'

export const metadataOperators = ['=', '!=', '>', '>=', '<', '<=', 'in', 'contains', 'exists'] as const
export type MetadataOperator = (typeof metadataOperators)[number]

/** A condition on one key, or a group of which any or all must hold. */
export type MetadataFilter =
  | { readonly any: readonly MetadataFilter[] }
  | { readonly all: readonly MetadataFilter[] }
  | { readonly key: string; readonly operator: MetadataOperator; readonly value: MetadataValue }

export type Scalar = string | number | boolean | null
export type MetadataValue = Scalar | readonly Scalar[]

const scalar = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])
/** As many filters stand beside each other, and as many values in one. */
export const mostFilters = 50
export const mostOfOne = 200
const deepest = 5
/** Of all filters together: SQLite takes seconds to read a statement with ten thousand. */
const mostValues = 1_000

/** Parses a caller's filters. INVALID_ARGUMENT says what cannot be read, and where. */
export function readMetadataFilters(
  given: readonly unknown[],
  where = 'metadata_filters',
  depth = 1,
): readonly MetadataFilter[] {
  if (given.length > mostFilters || depth > deepest) {
    throw unreadable(where, `takes at most ${mostFilters} filters in groups ${deepest} deep`)
  }
  const filters = given.map((filter, index) => readOne(filter, `${where}[${index}]`, depth))
  if (countValues(filters) <= mostValues) return filters
  throw unreadable(where, `takes at most ${mostValues} values in all`)
}

function countValues(filters: readonly MetadataFilter[]): number {
  return filters.reduce((sum, filter) => {
    if ('any' in filter) return sum + countValues(filter.any)
    if ('all' in filter) return sum + countValues(filter.all)
    return sum + [filter.value].flat().length
  }, 0)
}

const condition = z.strictObject({
  key: z.string().min(1).max(300),
  operator: z.enum(metadataOperators).optional(),
  value: z.union([scalar, z.array(scalar).min(1).max(mostOfOne)]).optional(),
})
const group = z.union([
  z.strictObject({ any: z.array(z.unknown()).min(1) }),
  z.strictObject({ all: z.array(z.unknown()).min(1) }),
])

function readOne(filter: unknown, where: string, depth: number): MetadataFilter {
  const asGroup = group.safeParse(filter)
  if (asGroup.success) {
    return 'any' in asGroup.data
      ? { any: readMetadataFilters(asGroup.data.any, `${where}.any`, depth + 1) }
      : { all: readMetadataFilters(asGroup.data.all, `${where}.all`, depth + 1) }
  }
  const one = condition.safeParse(filter)
  if (!one.success) {
    const [issue] = one.error.issues
    throw unreadable([where, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'cannot be read')
  }
  const { operator = '=', value } = one.data
  const key = propertyOf(one.data.key)
  if (operator === 'exists') {
    if (value !== undefined && typeof value !== 'boolean')
      throw unreadable(`${where}.value`, 'is true or false for exists')
    return { key, operator, value: value ?? true }
  }
  if (value === undefined) throw unreadable(`${where}.value`, 'is missing')
  if (Array.isArray(value) && !['in', 'contains', '=', '!='].includes(operator)) {
    throw unreadable(`${where}.value`, `is one value for ${operator}`)
  }
  return { key, operator, value }
}

function unreadable(where: string, what: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `${where} ${what}.`, {
    hint: `A filter is {"key":"priority","operator":">=","value":3}, {"any":[…]} or {"all":[…]}; operators: ${metadataOperators.join(' ')}.`,
  })
}

/** The filters, all of which must hold, as a condition on the table `note`. Every value is a bound parameter. */
export function metadataCondition(filters: readonly MetadataFilter[]): RawBuilder<unknown> {
  return filters.length === 0 ? sql`1` : sql.join(filters.map(toCondition), sql` AND `)
}

function toCondition(filter: MetadataFilter): RawBuilder<unknown> {
  if ('any' in filter) return sql`(${sql.join(filter.any.map(toCondition), sql` OR `)})`
  if ('all' in filter) return sql`(${sql.join(filter.all.map(toCondition), sql` AND `)})`
  const { key, operator, value } = filter
  const values = [value].flat()
  const [first = null] = values
  switch (operator) {
    case 'exists':
      return value === true ? has(key, isSet) : isEmpty(key)
    case 'in':
    case '=':
      return anyOf(key, values)
    case '!=':
      return sql`NOT ${anyOf(key, values)}`
    case 'contains':
      return sql`(${sql.join(
        values.map((one) => has(key, contains(one))),
        sql` AND `,
      )})`
    default:
      return has(key, compared(operator, first))
  }
}

/** A property as `fields` names it, too: `metadata.status`. */
export function propertyOf(key: string): string {
  return key.replace(/^metadata\.(?=.)/, '')
}

/** The properties that filters name, each once. */
export function keysOf(filters: readonly MetadataFilter[]): readonly string[] {
  const keys = filters.flatMap((filter) =>
    'any' in filter ? keysOf(filter.any) : 'all' in filter ? keysOf(filter.all) : filter.key,
  )
  return [...new Set(keys)]
}

/** Some value of the key fits. Tags count wherever the note keeps them; `author.name` may stand below `author`. */
function has(key: string, fits: RawBuilder<unknown>): RawBuilder<unknown> {
  if (/^tags?$/i.test(key))
    return sql`EXISTS (SELECT 1 FROM (SELECT t.tag AS value, 'array' AS value_type FROM tag t WHERE t.note = note.id) p WHERE ${fits})`
  const own = sql`EXISTS (SELECT 1 FROM property p WHERE p.note = note.id AND ${isCalled(sql`p.key`, key)} AND ${fits})`
  const [outer = '', ...inner] = key.split('.')
  if (inner.length === 0) return own
  const below = `$${inner.map((name) => `.${JSON.stringify(name)}`).join('')}`
  return sql`(${own} OR EXISTS (SELECT 1 FROM (
    SELECT CASE j.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(j.value AS TEXT) END AS value,
      iif(json_type(o.inner) = 'array', 'array', 'string') AS value_type
    FROM (
      SELECT iif(json_valid(value), value, '{}') -> ${below} AS inner FROM property
      WHERE note = note.id AND ${isCalled(sql`key`, outer)}
    ) o, json_each(iif(json_type(o.inner) = 'array', o.inner, json_array(json(o.inner)))) j
  ) p WHERE ${fits}))`
}

/** In any case and Unicode form. */
function isCalled(column: RawBuilder<unknown>, key: string): RawBuilder<unknown> {
  return sql`${column} COLLATE NOCASE IN (${sql.join(casesOf(key))})`
}

function anyOf(key: string, values: readonly Scalar[]): RawBuilder<unknown> {
  const set = values.filter((one) => one !== null).map((one) => compared('=', one))
  // SQLite plans each look at the properties anew: for a thousand values that took seconds.
  const ways = [
    ...(values.includes(null) ? [isEmpty(key)] : []),
    ...(set.length > 0 ? [has(key, sql`(${sql.join(set, sql` OR `)})`)] : []),
  ]
  return ways.length === 0 ? sql`0` : sql`(${sql.join(ways, sql` OR `)})`
}

const isSet = sql`p.value IS NOT NULL`

function isEmpty(key: string): RawBuilder<unknown> {
  return sql`NOT ${has(key, isSet)}`
}

/** An element of a list, or a part of a text. */
function contains(value: Scalar): RawBuilder<unknown> {
  const text = String(value)
  const parts = casesOf(text).map((way) => sql`instr(lower(p.value), lower(${way})) > 0`)
  return sql`(CASE p.value_type WHEN 'array' THEN ${compared('=', value)} ELSE (${sql.join(parts, sql` OR `)}) END)`
}

const comparisons = {
  '=': sql`=`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
} as const

/** Numbers compare as numbers, dates as dates (a day with a whole day), all else as text without case. */
function compared(operator: keyof typeof comparisons, value: Scalar): RawBuilder<unknown> {
  const than = comparisons[operator]
  const text = String(value)
  if (isNumber(text) && !isTooExact(text)) {
    const asNumber = sql`CAST(p.value AS REAL) ${than} ${Number(text)}`
    // YAML reads 007 as 7, and "007" as text.
    return isPadded(text)
      ? sql`(CASE WHEN ${isNumeric} THEN ${asNumber} ELSE ${comparedAsText(operator, text)} END)`
      : sql`(${isNumeric} AND ${asNumber})`
  }
  const date = asDate(text)
  if (date === null) return comparedAsText(operator, text)
  const take = date.length === 10 ? sql`date` : sql`datetime`
  const asDates = sql`(${isDated} AND ${take}(p.value) ${than} ${take}(${date}))`
  // A note's own `2024-1-5` is text.
  return operator === '=' && date !== text ? sql`(${asDates} OR ${comparedAsText(operator, text)})` : asDates
}

/** `2024-1-5` as `2024-01-05`, with a time too; null for what is no date. */
function asDate(text: string): string | null {
  const [whole, year, month = '', day = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?=$|[T ]\d{2}:\d{2})/.exec(text) ?? []
  if (whole === undefined) return null
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(whole.length)}`
}

/** What is equal but for case is neither more nor less: SQLite knows the case of ASCII letters only. */
function comparedAsText(operator: keyof typeof comparisons, text: string): RawBuilder<unknown> {
  const isEqual = sql`p.value COLLATE NOCASE IN (${sql.join(casesOf(text))})`
  const isBeside = sql`p.value COLLATE NOCASE ${comparisons[operator]} ${text.toLowerCase()}`
  switch (operator) {
    case '=':
      return sql`(${isEqual})`
    case '<':
    case '>':
      return sql`(${isBeside} AND NOT ${isEqual})`
    case '<=':
    case '>=':
      return sql`(${isBeside} OR ${isEqual})`
  }
}

/** More digits than a number holds: they are compared one by one. */
function isTooExact(text: string): boolean {
  return /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(Number(text))
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text.trim())
}

function isPadded(text: string): boolean {
  return /^-?0\d/.test(text.trim())
}

// What JSON reads as a number is one, however the note writes it: `5` and `"5"`.
const isNumeric = sql`(CASE WHEN json_valid(p.value) THEN json_type(p.value) IN ('integer', 'real') ELSE 0 END)`
const isDated = sql`(p.value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*')`
