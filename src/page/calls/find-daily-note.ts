import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { findDay } from '../../domain/open-day.ts'
import { mostForPerson } from '../../tools/notes/get-note.ts'
import { dailyNoteShape, showDay } from '../../tools/notes/open-daily-note.ts'

/** Reading the note of a day needs no permission to make one. */
export const findDailyNote = defineVaultTool({
  name: 'find_daily_note',
  title: 'Find a daily note',
  toolset: 'person',
  description: 'The note of a day where it is there; null where it would have to be made.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  errors: ['INVALID_PATH', 'NOT_FOUND', 'OUTSIDE_VAULT', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({ date: z.string().max(40).default('today').describe('2026-01-31, tomorrow.') }),
  output: z.object({ note: z.object(dailyNoteShape).nullable() }),
  async handler({ date }, vault, { say }) {
    const { day, existing, warnings } = await findDay(vault, date)
    if (existing === null) return { note: null }
    const note = await vault.notes.read(existing)
    const found = { day, note, written: null, isNew: false, warnings }
    return { note: await showDay(vault, found, { max_chars: Infinity }, { say, maxBytes: mostForPerson }) }
  },
})
