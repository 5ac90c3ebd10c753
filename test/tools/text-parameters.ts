import { z } from 'zod'
import type { Tool } from '../../src/call/tool.ts'

/** Arguments of a tool with a text in one place of them. */
export interface TextPlace {
  readonly tool: string
  /** `metadata.*`, `notes[].title`. */
  readonly place: string
  readonly put: (text: string) => Readonly<Record<string, unknown>>
}

/** Every place in a tool's arguments where any text may stand, at every depth, keys of objects too. */
export function textPlaces(
  { name, input }: Tool,
  right: Readonly<Record<string, unknown>> = {},
): readonly TextPlace[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([parameter, schema]) =>
    placesIn(schema, parameter).map(({ place, put }) => ({
      tool: name,
      place,
      put: (text) => ({ ...right, [parameter]: put(text) }),
    })),
  )
}

type Schema = z.core.JSONSchema.BaseSchema

interface Inner {
  readonly place: string
  readonly put: (text: string) => unknown
}

function placesIn(schema: unknown, place: string): readonly Inner[] {
  return alternatives(schema).flatMap((one): readonly Inner[] => {
    // What may be anything may be an object, too.
    const isAny = Object.keys(one).every((key) => ['description', 'default'].includes(key))
    if (isAny || (one.type === 'string' && one.enum === undefined)) return [{ place, put: (text) => text }]
    if (one.type === 'array')
      return placesIn(one.items, `${place}[]`).map(({ put, ...inner }) => ({
        ...inner,
        put: (text) => [put(text)],
      }))
    if (one.type !== 'object') return []
    const { properties = {}, additionalProperties: more } = one
    const named = Object.entries(properties).flatMap(([key, value]) =>
      placesIn(value, `${place}.${key}`).map(({ put, ...inner }) => ({
        ...inner,
        put: (text: string) => ({ ...sample(one, key), [key]: put(text) }),
      })),
    )
    if (more === false || Object.keys(properties).length > 0) return named
    return [
      ...named,
      { place: `${place}.*`, put: (text) => ({ key: text }) },
      { place: `${place}{}`, put: (text) => ({ [text]: 'x' }) },
    ]
  })
}

/** What has to stand beside a key. */
function sample({ required = [], properties = {} }: Schema, key: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    required.filter((other) => other !== key).map((other) => [other, valueFor(properties[other])]),
  )
}

function valueFor(schema: unknown): unknown {
  const [one] = alternatives(schema)
  if (one?.enum !== undefined) return one.enum[0]
  return one?.type === 'array'
    ? []
    : one?.type === 'boolean'
      ? true
      : one?.type === 'object'
        ? {}
        : 'garden/leeks.md'
}

function alternatives(schema: unknown): readonly Schema[] {
  if (!isSchema(schema)) return []
  return Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(alternatives) : [schema]
}

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null
}
