import { z } from 'zod'
import { openDay as openDaily } from '../../domain/open-day.ts'
import { stemOf } from '../../model/note-path.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { readNoteShape, showNote } from './show-note.ts'

const { content, rest, metadata, tags, headings, agent_instructions } = readNoteShape

export const openDailyNote = defineVaultTool({
  name: 'open_daily_note',
  title: 'Open a daily note',
  toolset: 'notes',
  description:
    'The note of today or another day, as this vault keeps daily notes; made from its template when it is not there. Add to it with append_to_note and under.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  rest: ['get_note with section or start_line'],
  errors: ['INVALID_PATH', 'OUTSIDE_VAULT', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    date: z.string().max(40).default('today').describe('2026-01-31, tomorrow, last monday.'),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    title: z.string(),
    date: z.string(),
    created: z.boolean(),
    content,
    metadata,
    tags,
    headings,
    agent_instructions,
    rest,
    ...writtenShape,
  }),
  async handler({ date }, vault, { signal, say }) {
    const { day, note, written } = await openDaily(vault, date, { tool: 'open_daily_note', signal })
    const { agentInstructions } = await vault.types.guidance(note.type)
    const shown = await showNote(
      vault,
      note,
      { max_chars: 25_000 },
      { agentInstructions, fields: undefined, say },
    )
    const { change_id: changeId, warnings } = written === null ? {} : toWritten(written, false)
    return {
      id: note.file.path,
      path: note.file.path,
      title: shown.title ?? stemOf(note.file.path),
      date: day,
      created: written !== null,
      content: shown.content,
      content_hash: shown.content_hash,
      metadata: shown.metadata,
      tags: shown.tags,
      headings: shown.headings,
      agent_instructions: shown.agent_instructions,
      rest: 'rest' in shown ? shown.rest : undefined,
      change_id: changeId,
      warnings,
    }
  },
})
