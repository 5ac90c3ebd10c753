import { z } from 'zod'
import { leanOutput } from './lean-output.ts'
import type { Tool } from './tool.ts'

export interface JsonSchema {
  readonly type: 'object'
  readonly [key: string]: unknown
}

/**
 * A tool's input as JSON Schema: a flat object that takes no other keys but `diff`, where it takes `dry_run`. Lengths of texts
 * and lists are left out, and the fields of `brief` items, which are those of the tool itself or of one that its description names. Costs time: make it
 * when it is asked for.
 */
export function toolSchema({ input }: Tool): JsonSchema {
  return inputSchema(input, () => undefined)
}

/**
 * A tool's input as clients list it. A model pays for every word of the list, so it lacks what is checked without the model
 * knowing it: bounds of numbers, that other keys are refused, that a switch is off unless it is given, and what the instructions say of
 * parameters that many tools share.
 */
export function listedSchema({ input }: Tool): JsonSchema {
  return inputSchema(input, (schema) => {
    delete schema.minimum
    delete schema.maximum
    if (schema.additionalProperties === false) delete schema.additionalProperties
    if (schema.default === false) delete schema.default
    if (schema['told'] === 'once') delete schema.description
  })
}

function inputSchema(
  input: Tool['input'],
  shorten: (schema: z.core.JSONSchema.BaseSchema) => void,
): JsonSchema {
  return without(
    ['$schema'],
    z.toJSONSchema(input, {
      io: 'input',
      override({ jsonSchema }) {
        for (const limit of ['minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames']) {
          Reflect.deleteProperty(jsonSchema, limit)
        }
        if (isAnything(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties
        shorten(jsonSchema)
        delete jsonSchema['told']
        dropUnlisted(jsonSchema)
        if (jsonSchema['brief'] !== true) return
        delete jsonSchema['brief']
        jsonSchema.items = { type: 'object' }
      },
    }),
  )
}

/**
 * A tool's result as JSON Schema. Clients refuse an answer that does not fit it, a failed call's too: so no key has to be there, and
 * others may be.
 */
export function toolOutputSchema(tool: Tool): JsonSchema {
  return without(
    ['$schema', 'required'],
    z.toJSONSchema(tool.dialect === undefined ? leanOutput(tool) : tool.output, {
      io: 'output',
      override({ jsonSchema }) {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
        dropUnlisted(jsonSchema)
      },
    }),
  )
}

/** Takes out what no client is told of: parameters that are said once for all tools, and what a result has only on its way. */
function dropUnlisted({ properties = {} }: z.core.JSONSchema.BaseSchema): void {
  for (const [name, property] of Object.entries(properties))
    if (typeof property === 'object' && property['unlisted'] === true)
      Reflect.deleteProperty(properties, name)
}

/** What may hold any value is also what holds no rule. */
function isAnything(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0
}

function without(keys: readonly string[], schema: z.core.JSONSchema.JSONSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([key]) => !keys.includes(key))
  return { ...Object.fromEntries(entries), type: 'object' }
}
