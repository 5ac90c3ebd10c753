import { z } from 'zod'
import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'
import { keysOf, schemaAt, shapeOf, unwrap } from './schema-walk.ts'
import { isObject } from '../model/is-record.ts'

/** One thing wrong with the arguments of a call. */
export interface ArgumentProblem {
  readonly parameter: string
  readonly message: string
  readonly example?: unknown
}

/** What is said of an empty text or list where one must not be. */
export const isEmptyValue = 'must not be empty'

/** Nobody reads on to the end of a longer list, and finding what was meant takes time. */
const mostProblems = 50

/** The error that lists what is wrong with a call's arguments, each with what would be right. */
export function invalidArguments(
  tool: string,
  schema: z.ZodObject,
  args: unknown,
  error: z.ZodError,
): VaultError {
  const problems = error.issues
    .slice(0, mostProblems)
    .flatMap((issue) => describeIssue(schema, args, issue))
    .slice(0, mostProblems)
  return new VaultError(
    'INVALID_ARGUMENT',
    `${tool}: ${problems.map(({ parameter, message }) => `\`${parameter}\` ${message}`).join('; ')}.`,
    { problems, hint: hintFor(tool, schema, problems, error) },
  )
}

/** Of what a cursor should be nobody can guess more than that a list begins without one. */
function hintFor(
  tool: string,
  schema: z.ZodObject,
  problems: readonly ArgumentProblem[],
  { issues }: z.ZodError,
): string {
  // Keys that an item does not have are asked of that item.
  const [path = [], ...others] = issues.map((issue) => (issue.code === 'unrecognized_keys' ? issue.path : []))
  const place = pathText(path)
  if (place !== '' && others.every((other) => pathText(other) === place))
    return `${place} takes ${keysOf(schemaAt(schema, path)).join(', ')}.`
  return problems.every(({ parameter }) => parameter === 'cursor')
    ? `Call ${tool} again without cursor: the list begins anew.`
    : `${tool} takes ${keysOf(schema).join(', ') || 'no parameters'}.`
}

function describeIssue(
  schema: z.ZodObject,
  args: unknown,
  issue: z.core.$ZodIssue,
): readonly ArgumentProblem[] {
  const at = schemaAt(schema, issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, mostProblems).map((key) => ({
      parameter: pathText([...issue.path, key]),
      message: `is not a parameter${meant(nameMeant(at, key))}`,
    }))
  }
  const given = valueAt(args, issue.path)
  const example = at === null ? undefined : exampleOf(at)
  return [
    {
      parameter: pathText(issue.path),
      message: given === undefined ? `is missing: give ${expected(at)}` : complaint(issue, at, given),
      ...(example !== undefined && { example }),
    },
  ]
}

function nameMeant(at: z.core.$ZodType | null, key: string): string | undefined {
  const known = keysOf(at)
  const usual = usualNames.get(key)?.find((name) => known.includes(name))
  return usual ?? nearest(key, known)[0] ?? placeBelow(at, key)
}

/** What callers write who know other tools, and what it is called here, the likeliest first. */
const usualNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['id', ['identifier']],
  ['folder', ['directory', 'directories', 'destination_directory']],
  ['heading', ['under', 'section_header', 'section']],
  ['text', ['content', 'task_text']],
  ['old_string', ['edits', 'old']],
  ['new_string', ['edits', 'new']],
  ['content', ['new_content']],
])

/** The place that a key has in an object of this one: `constraints.options`. */
function placeBelow(schema: z.core.$ZodType | null, key: string): string | undefined {
  const shape = schema instanceof z.ZodObject ? Object.entries(shapeOf(schema)) : []
  const holder = shape.find(([, inner]) => keysOf(unwrap(inner)).includes(key))
  return holder === undefined ? undefined : `${holder[0]}.${key}`
}

function complaint(issue: z.core.$ZodIssue, at: z.core.$ZodType | null, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return `must be ${expected(at)}, not ${shown(given)}`
    case 'invalid_value':
      return `must be ${expected(at)}, not ${shown(given)}${meant(nearest(String(given), issue.values.map(String))[0])}`
    case 'too_small':
      if (measured(given) === '0') return isEmptyValue
      return `must be at least ${issue.minimum}${unit(issue.origin)}, not ${measured(given)}`
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}, not ${measured(given)}`
    case 'custom':
      return issue.message
    default:
      return `is not right (${issue.message}): ${shown(given)}`
  }
}

function expected(schema: z.core.$ZodType | null): string {
  const inner = schema === null ? null : unwrap(schema)
  if (inner instanceof z.ZodString) return 'text'
  if (inner instanceof z.ZodNumber) return inner.format === 'safeint' ? 'a whole number' : 'a number'
  if (inner instanceof z.ZodBoolean) return 'true or false'
  if (inner instanceof z.ZodEnum) return `one of ${inner.options.join(', ')}`
  if (inner instanceof z.ZodArray) return `a list, each item ${expected(inner.element)}`
  if (inner instanceof z.ZodUnion) return inner.options.map(expected).join(', or ')
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return 'an object'
  return 'another value'
}

/** The simplest value that fits. */
function exampleOf(schema: z.core.$ZodType): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodString) return 'text'
  if (inner instanceof z.ZodNumber) return Math.max(1, inner.minValue ?? 1)
  if (inner instanceof z.ZodBoolean) return true
  if (inner instanceof z.ZodEnum) return inner.options[0]
  if (inner instanceof z.ZodArray) return [exampleOf(inner.element)]
  if (inner instanceof z.ZodUnion)
    return inner.options[0] === undefined ? undefined : exampleOf(inner.options[0])
  if (inner instanceof z.ZodRecord) return { status: 'draft' }
  if (inner instanceof z.ZodObject) return objectExample(inner)
  return undefined
}

function objectExample(schema: z.ZodObject): object {
  const required = Object.entries(shapeOf(schema)).filter(
    ([, field]) => !z.safeParse(field, undefined).success,
  )
  return Object.fromEntries(required.map(([name, field]) => [name, exampleOf(field)]))
}

function shown(given: unknown): string {
  const kind = given === null ? 'null' : Array.isArray(given) ? 'a list' : `a ${typeof given}`
  const text = JSON.stringify(given)
  if (given === null) return kind
  return text.length <= 60 ? `the ${kind.slice(2)} ${text}` : kind
}

function measured(given: unknown): string {
  if (typeof given === 'string' || Array.isArray(given)) return String(given.length)
  return shown(given)
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' items' : ''
}

function meant(name: string | undefined): string {
  return name === undefined ? '' : ` (did you mean \`${name}\`?)`
}

/** `updates[0].content` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}
