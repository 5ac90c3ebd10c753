import { z } from 'zod'
import type { Said } from '../../model/advice.ts'
import type { Halves } from '../../search/hybrid-ranking.ts'

export const halvesShape = z.object({
  keyword: z.boolean(),
  semantic: z.boolean(),
  reason: z.string().optional(),
  loading: z.boolean().optional(),
})

/** Which halves of search took part, and why one did not in the caller's words. */
export function sayHalves({ reason, ...halves }: Halves, say: (said: Said) => string) {
  return { ...halves, ...(reason !== undefined && { reason: say(reason) }) }
}
