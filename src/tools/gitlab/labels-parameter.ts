import { z } from 'zod'

// GitLab takes labels as one text between commas, so that no label can have one.
export const labelsParameter = z
  .array(
    z
      .string()
      .min(1)
      .max(255)
      .refine((label) => !label.includes(','), 'must have no comma'),
  )
  .max(100)
  .optional()
  .describe('Labels.')
