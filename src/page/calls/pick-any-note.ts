import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { pickAnyNote as pick } from '../../index-db/picked-notes.ts'

export const pickAnyNote = defineVaultTool({
  name: 'pick_any_note',
  title: 'A note by chance',
  toolset: 'person',
  description: 'One note by chance, of those in the folder and of the type; none of the archive.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false },
  input: z.object({
    type: z.string().max(300).optional().describe('Note type.'),
    directory: z.string().max(1_000).optional().describe('This folder and below, without slashes around it.'),
  }),
  output: z.object({ note: z.object({ path: z.string(), title: z.string() }).nullable() }),
  async handler({ type, directory }, vault) {
    await vault.index.settled()
    const filter = { type, directory, includeArchived: false }
    return { note: await vault.index.query(({ queries }) => pick(queries, filter)) }
  },
})
