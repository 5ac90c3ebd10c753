import { z } from 'zod'
import { vaultMark } from './common-output.ts'
import { shapeOf } from './schema-walk.ts'
import type { Tool } from './tool.ts'

type Schema = z.core.$ZodType

/** What a tool returns to agents: its output, of which any part may be left out but a page's list and its counts. */
export function leanOutput({ output, paged }: Pick<Tool, 'output' | 'paged'>): z.ZodObject {
  const always = paged === null ? [] : [paged.list, 'total', 'has_more']
  return leanObject(output, new Set(always))
}

function leanObject(schema: z.ZodObject, always: ReadonlySet<string> = new Set()): z.ZodObject {
  const fields = Object.entries(shapeOf(schema)).map(([key, field]): [string, z.ZodType] => {
    const lean = key === 'updated_references' ? z.array(z.string()) : leanField(field)
    return [key, always.has(key) ? lean : lean.optional()]
  })
  return schema.extend(Object.fromEntries(fields))
}

function leanField(field: Schema): z.ZodType {
  if (field === vaultMark) return z.string()
  if (field instanceof z.ZodOptional) return leanField(field.unwrap()).optional()
  if (field instanceof z.ZodNullable) return leanField(field.unwrap()).nullable()
  const meta = z.globalRegistry.get(field)
  const described = (made: z.ZodType) => (meta === undefined ? made : made.meta(meta))
  if (field instanceof z.ZodArray) return described(z.array(leanField(field.element)))
  if (field instanceof z.ZodObject) return described(leanObject(field))
  if (field instanceof z.ZodType) return field
  throw new TypeError('An output schema is made with zod')
}
