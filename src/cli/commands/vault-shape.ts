import { z } from 'zod'

/** A vault as the registry's tools return it. */
export const vaultShape = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
  is_current: z.boolean(),
  registered: z.boolean(),
  source: z.string(),
  note_count: z.number().nullable(),
})

export const statsShape = z.object({
  notes: z.number(),
  bytes: z.number(),
  words: z.number(),
  links: z.number(),
  broken_links: z.number(),
  tags: z.number(),
})
