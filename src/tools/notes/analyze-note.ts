import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { gatherNoteFacts as analyze } from '../../domain/gather-note-facts.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote } from '../links/link-output.ts'
import { nearNote } from './note-output.ts'

export const analyzeNote = defineVaultTool({
  name: 'analyze_note',
  title: 'What could be better about a note',
  toolset: 'notes',
  description:
    'Missing fields of its type, broken links, names that could be links, related notes without a link, parts that look out of date, long sections. By rules, no model: judge for yourself. Changes nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({ identifier: noteParameter }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    type: z.string(),
    missing_fields: z.array(z.object({ field: z.string(), message: z.string() })),
    broken_links: z.array(z.object({ target_title: z.string(), line_number: z.number() })),
    unlinked_mentions: z.array(
      nearNote.extend({ line_number: z.number(), text: z.string(), link: z.string() }),
    ),
    nearest_notes: z.array(nearNote),
    stale_parts: z.array(z.object({ kind: z.string(), line_number: z.number(), text: z.string() })),
    long_sections: z.array(z.object({ heading: z.string(), line_number: z.number(), words: z.number() })),
  }),
  async handler({ identifier }, vault) {
    const indexed = await indexedNote(vault, identifier)
    const note = await vault.notes.read(indexed.path)
    const { unlinked_mentions: mentions, ...analysis } = await analyze(vault, note, indexed)
    return {
      id: indexed.path,
      title: indexed.title,
      type: note.type,
      ...analysis,
      unlinked_mentions: mentions.map(({ path, title, line_number, text, link, score }) => {
        return { path, title, line_number, text, link, score }
      }),
    }
  },
})
