import { z } from 'zod'
import type { Tool } from './tool.ts'

export interface JsonSchema {
  readonly type: 'object'
  readonly [key: string]: unknown
}

/** A tool's input as JSON Schema: a flat object that takes no other keys. Costs time: make it when it is asked for. */
export function toolSchema({ input }: Tool): JsonSchema {
  return withoutDialect(z.toJSONSchema(input, { io: 'input' }))
}

/** A tool's result as JSON Schema. Keys beyond it are allowed, so that a client never refuses an answer for them. */
export function toolOutputSchema({ output }: Tool): JsonSchema {
  return withoutDialect(
    z.toJSONSchema(output, {
      io: 'output',
      override({ jsonSchema }) {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    }),
  )
}

function withoutDialect(schema: z.core.JSONSchema.JSONSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema')
  return { ...Object.fromEntries(entries), type: 'object' }
}
