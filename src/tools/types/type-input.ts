import { z } from 'zod'
import { fieldTypes, type MetadataSchema } from '../../model/metadata-schema.ts'
import { refuseDroppedKey } from '../../call/read-arguments.ts'
import { defined } from '../../model/defined.ts'

/** A metadata schema as the tools take and give it. */
export const schemaParameter = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(100).describe('Frontmatter key.'),
      type: z.enum(fieldTypes).describe('Kind of value.'),
      required: z.boolean().default(false).describe('Must be present.'),
      description: z.string().max(500).default('').describe('What it means.'),
      constraints: z
        .strictObject({
          min: z.number().min(-1e15).max(1e15).optional().describe('Least number or length.'),
          max: z.number().min(-1e15).max(1e15).optional().describe('Greatest number or length.'),
          pattern: z.string().max(500).optional().describe('Regular expression for a string.'),
          options: z.array(z.string().max(200)).max(200).optional().describe('Values of a select.'),
        })
        .optional()
        .describe('Limits.'),
      default: z.unknown().optional().describe('Value when left out.'),
    }),
  )
  .max(200)

/** What was read, without keys that are there but undefined. */
export function toSchema(fields: z.output<typeof schemaParameter>): MetadataSchema {
  for (const { name } of fields) refuseDroppedKey(name)
  return fields.map(({ constraints, default: given, ...field }) => ({
    ...field,
    ...(constraints !== undefined && { constraints: defined(constraints) }),
    ...(given !== undefined && { default: given }),
  }))
}
