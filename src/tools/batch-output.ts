import { z } from 'zod'
import { errorShape } from '../call/vault-error-content.ts'

/** What a tool returns that takes one item or several: the item's own result, or how each of them fared. */
export function batchOutput<Result extends z.ZodRawShape>(result: Result) {
  return z.object({
    ...result,
    total: z.number().optional(),
    successful: z.number().optional(),
    failed: z.number().optional(),
    results: z
      .array(
        z.object({
          input: z.record(z.string(), z.unknown()),
          success: z.boolean(),
          result: z.object(result).optional(),
          error: errorShape.optional(),
        }),
      )
      .optional(),
  })
}
