import { expect, test } from 'vitest'
import type {
  FieldConstraints,
  FieldType,
  MetadataField,
  MetadataSchema,
} from '../../src/model/metadata-schema.ts'
import { checkMetadata } from '../../src/markdown/types/check-metadata.ts'
import { fillMetadata } from '../../src/markdown/types/fill-metadata.ts'
import { isIsoDate } from '../../src/model/is-iso-date.ts'

function field(name: string, type: FieldType, more: Partial<MetadataField> = {}): MetadataField {
  return { name, type, required: false, description: '', ...more }
}

function checkOne(
  type: FieldType,
  constraints: FieldConstraints,
  value: unknown,
): ReturnType<typeof checkMetadata> {
  return checkMetadata([field('x', type, { constraints })], { x: value }, { strict: false })
}

test.each<[FieldType, FieldConstraints, unknown, unknown?]>([
  ['string', {}, 'text'],
  ['string', {}, 978, '978'],
  ['string', { pattern: '^[0-9-]{10,17}$' }, '978-0735211292'],
  ['string', { min: 2, max: 3 }, '😀😀'],
  ['number', { min: 1, max: 5 }, 5],
  ['number', {}, '4.5', 4.5],
  ['boolean', {}, false],
  ['boolean', {}, 'True', true],
  ['date', {}, '2026-02-28'],
  ['date', {}, '2026-02-28T10:30:00Z'],
  ['date', {}, '2026-02-28 10:30'],
  ['array', { min: 1, max: 2 }, ['a', 'b']],
  ['array', {}, []],
  ['array', {}, 'one'],
  ['select', { options: ['to-read', 'done'] }, 'done'],
  ['select', { options: ['to-read', 'done'] }, 'Done', 'done'],
  ['select', { options: ['1', '2'] }, 2, '2'],
])('a %s with %j takes %j', (type, constraints, value, written) => {
  const check = checkOne(type, constraints, value)
  expect(check.errors).toEqual([])
  expect(check.coerced).toEqual(written === undefined ? {} : { x: written })
})

test.each<[FieldType, FieldConstraints, unknown, string]>([
  ['string', {}, ['a'], '`x` must be text, not ["a"].'],
  ['string', { pattern: '^a$' }, 'b', '`x` must match "^a$"; "b" does not.'],
  ['string', { max: 3 }, 'four', '`x` must be at most 3 characters, not 4.'],
  [
    'string',
    { pattern: 'a' },
    'a'.repeat(1001),
    '`x` must be shorter than 1000 characters, since it has a pattern.',
  ],
  ['number', { max: 5 }, 9, '`x` must be at most 5, not 9.'],
  ['number', { min: 1 }, '0', '`x` must be at least 1, not 0.'],
  ['number', {}, 'many', '`x` must be a number, not "many".'],
  ['number', {}, true, '`x` must be a number, not true.'],
  ['boolean', {}, 'yes', '`x` must be true or false, not "yes".'],
  [
    'date',
    {},
    '2026-02-30',
    '`x` must be a date such as 2026-01-31 or 2026-01-31T10:30:00Z, not "2026-02-30".',
  ],
  ['date', {}, 20260230, '`x` must be a date such as 2026-01-31 or 2026-01-31T10:30:00Z, not 20260230.'],
  ['array', { min: 2 }, ['a'], '`x` must be at least 2 items, not 1.'],
  ['array', {}, { a: 1 }, '`x` must be a list, not {"a":1}.'],
  ['select', { options: ['a', 'b'] }, 'c', '`x` must be one of a, b, not "c".'],
  ['select', { options: ['a', 'A'] }, ['a'], '`x` must be one of a, A, not ["a"].'],
])('a %s with %j refuses %j', (type, constraints, value, message) => {
  expect(checkOne(type, constraints, value).errors).toEqual([{ field: 'x', message }])
})

test('an empty list in an optional field is unfilled, unless it was given now', () => {
  const list = (required: boolean) => [field('x', 'array', { required, constraints: { min: 1 } })]
  const tooFew = [{ field: 'x', message: '`x` must be at least 1 items, not 0.' }]
  expect(checkMetadata(list(false), { x: [] }, { strict: false }).errors).toEqual([])
  expect(checkMetadata(list(true), { x: [] }, { strict: false }).errors).toEqual(tooFew)
  expect(checkMetadata(list(false), { x: [] }, { strict: false, given: { x: [] } }).errors).toEqual(tooFew)
})

test('a pattern that cannot be used is a warning about the schema, and hangs nothing', () => {
  const check = checkOne('string', { pattern: '(?=a)' }, 'b')
  expect(check.errors).toEqual([])
  expect(check.warnings[0]?.message).toContain('the pattern "(?=a)" in its schema cannot be used')
  expect(checkOne('string', { pattern: '^(a+)+$' }, `${'a'.repeat(900)}!`).errors).toHaveLength(1)
})

const schema: MetadataSchema = [
  field('author', 'string', { required: true, description: 'Who wrote it' }),
  field('state', 'select', { required: true, constraints: { options: ['open', 'done'] } }),
  field('rating', 'number'),
]

test('every required field that is missing is named, an empty one too', () => {
  const { errors } = checkMetadata(schema, { author: '', state: null }, { strict: false })
  expect(errors).toEqual([
    { field: 'author', message: '`author` (Who wrote it) is required: give text.' },
    { field: 'state', message: '`state` is required: give one of open, done.' },
  ])
})

test('an empty optional property is not filled in yet, and not wrong', () => {
  const data = { author: 'a', state: 'open', rating: null }
  expect(checkMetadata(schema, data, { strict: true })).toEqual({ errors: [], warnings: [], coerced: {} })
})

test('an unknown field is a warning that names the nearest, and an error when strict', () => {
  const data = { author: 'a', state: 'open', ratign: 3, tags: [], aliases: 'x', id: 7, title: 't' }
  const message = "The type's schema has no field `ratign`. Did you mean `rating`?"
  expect(checkMetadata(schema, data, { strict: false })).toMatchObject({
    errors: [],
    warnings: [{ field: 'ratign', message }],
  })
  expect(checkMetadata(schema, data, { strict: true })).toMatchObject({
    errors: [{ field: 'ratign', message }],
    warnings: [],
  })
})

test('without a schema nothing is unknown', () => {
  expect(checkMetadata([], { anything: 1 }, { strict: true })).toEqual({
    errors: [],
    warnings: [],
    coerced: {},
  })
})

test('names that every object has are no values', () => {
  const odd = [field('constructor', 'string', { required: true }), field('toString', 'string')]
  expect(checkMetadata(odd, {}, { strict: false }).errors).toHaveLength(1)
})

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-31T24:00', false],
  ['2026-01-31T23:59:59.123+02:00', true],
  ['2026-1-3', false],
  ['31.01.2026', false],
  ['2026-01-31 later', false],
])('%j is a date: %s', (text, expected) => {
  expect(isIsoDate(text)).toBe(expected)
})

const now = new Date('2026-03-04T05:06:07.890Z')
const note = { title: 'T', type: 'books', tags: [], given: {}, schema: [], isZk: false, now }
const today = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`

test.each([
  ['array', 'a list'],
  ['date', 'a date such as 2026-01-31 or 2026-01-31T10:30:00Z'],
  ['boolean', 'true or false'],
] as const)('a missing field of type %s asks for %s', (type, asked) => {
  const schema = [{ name: 'x', type, required: true, description: '' }]
  expect(checkMetadata(schema, {}, { strict: false }).errors).toEqual([
    { field: 'x', message: `\`x\` is required: give ${asked}.` },
  ])
})

test('a new note has title, type, tags and its times, in this order', () => {
  const filled = fillMetadata(note)
  expect(filled).toEqual({
    title: 'T',
    type: 'books',
    tags: [],
    created: '2026-03-04T05:06:07Z',
    updated: '2026-03-04T05:06:07Z',
  })
  expect(Object.keys(filled)).toEqual(['title', 'type', 'tags', 'created', 'updated'])
})

test('a note of a zk vault has a date, and one without a type has none', () => {
  expect(Object.keys(fillMetadata({ ...note, isZk: true, type: '' }))).toEqual([
    'title',
    'date',
    'tags',
    'created',
    'updated',
  ])
  expect(fillMetadata({ ...note, isZk: true })['date']).toBe(today)
})

test('what is given stays, tags are joined, and the title is the note’s own', () => {
  const given = { title: 'Other', author: 'A', created: '2020-01-01', tags: 'x, y' }
  expect(fillMetadata({ ...note, given, tags: ['y', 'z'] })).toEqual({
    title: 'T',
    type: 'books',
    author: 'A',
    tags: ['x', 'y', 'z'],
    created: '2020-01-01',
    updated: '2026-03-04T05:06:07Z',
  })
})

test('missing fields take their default; required ones without take what is sensible, or stay missing', () => {
  const all: MetadataSchema = [
    field('a', 'string', { required: true }),
    field('b', 'number', { required: true }),
    field('c', 'array', { required: true }),
    field('d', 'date', { required: true }),
    field('e', 'select', { required: true, constraints: { options: ['one', 'two'] } }),
    field('f', 'boolean', { required: true }),
    field('g', 'string', { required: true, default: 'given' }),
    field('h', 'select', { constraints: { options: ['one'] } }),
    field('i', 'number', { default: 3 }),
    field('tags', 'array', { default: ['new'] }),
  ]
  const filled = fillMetadata({ ...note, schema: all, given: { i: 9 } })
  expect(filled).toMatchObject({ d: today, e: 'one', f: false, g: 'given', i: 9, tags: ['new'] })
  expect(Object.keys(filled)).not.toContain('h')
  expect(checkMetadata(all, filled, { strict: true }).errors.map((error) => error.field)).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('times that a type has as numbers are milliseconds', () => {
  const times = [field('created', 'number'), field('updated', 'number', { required: true })]
  const filled = fillMetadata({ ...note, schema: times })
  expect(filled).toMatchObject({ created: note.now.getTime(), updated: note.now.getTime() })
  expect(checkMetadata(times, filled, { strict: true }).errors).toEqual([])
  expect(fillMetadata({ ...note, schema: times, given: { updated: 5 } })['updated']).toBe(5)
})

test('a type with a field named type leaves that key to the note', () => {
  const kind = [field('type', 'select', { required: true, constraints: { options: ['book', 'paper'] } })]
  expect(fillMetadata({ ...note, schema: kind })['type']).toBe('book')
  expect(fillMetadata({ ...note, schema: kind, given: { type: 'paper' } })['type']).toBe('paper')
})
