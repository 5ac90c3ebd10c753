import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { listNotesOfDay as list } from '../../index-db/picked-notes.ts'

const mostNotes = 1_000

export const listNotesOfDay = defineVaultTool({
  name: 'list_notes_of_day',
  title: 'Notes of a day',
  toolset: 'person',
  description: 'Notes made on a day of any year, and those with such a date in their path.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  maxBytes: 1_000_000,
  input: z.object({
    day: z
      .string()
      .regex(/^\d{2}-\d{2}$/)
      .describe('Month and day: 01-31.'),
  }),
  output: z.object({
    notes: z.array(z.object({ path: z.string(), title: z.string(), made: z.string() })),
  }),
  async handler({ day }, vault) {
    await vault.index.settled()
    return { notes: [...(await vault.index.query(({ queries }) => list(queries, day, mostNotes)))] }
  },
})
