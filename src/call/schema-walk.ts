import { z } from 'zod'

type Schema = z.core.$ZodType

/** The schema without `optional`, `nullable` and `default` around it. */
export function unwrap(schema: Schema): Schema {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema
}

/** The schema of the value at a path of keys and indexes; null where the schema does not say. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  const here = unwrap(schema)
  const [key, ...rest] = path
  if (key === undefined) return here
  const below = schemaBelow(here, key)
  return below === null ? null : schemaAt(below, rest)
}

function schemaBelow(schema: Schema, key: PropertyKey): Schema | null {
  if (schema instanceof z.ZodObject && typeof key === 'string') return shapeOf(schema)[key] ?? null
  if (schema instanceof z.ZodArray) return schema.element
  if (schema instanceof z.ZodRecord) return schema.valueType
  return null
}

/** The names of an object's keys; none for anything else. */
export function keysOf(schema: Schema | null): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

export function shapeOf(schema: z.ZodObject): Readonly<Record<string, Schema>> {
  return schema.shape
}
