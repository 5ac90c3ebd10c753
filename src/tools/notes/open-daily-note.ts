import { z } from 'zod'
import type { VaultContext } from '../../vault/vault-context.ts'
import { openDay, type OpenedDailyNote } from '../../domain/open-day.ts'
import { mostNoteBytes } from '../../model/note-size.ts'
import { stemOf } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import { refuseNul } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import type { NotePart } from './cut-note.ts'
import { readNoteShape, showNote, type ShownHow } from './show-note.ts'

const { content, rest, metadata, tags, headings, agent_instructions } = readNoteShape

export const dailyNoteShape = {
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
}

export const openDailyNote = defineVaultTool({
  name: 'open_daily_note',
  title: 'Open a daily note',
  toolset: 'notes',
  description:
    'The note of today or another day, as this vault keeps daily notes; made from its template when it is not there. With content it adds that, at the end or under a heading, and does not return the note.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  rest: ['get_note with section or start_line'],
  errors: ['INVALID_PATH', 'OUTSIDE_VAULT', 'SECTION_NOT_FOUND', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    date: z.string().max(40).default('today').describe('2026-01-31, tomorrow, last monday.'),
    content: z.string().min(1).max(mostNoteBytes).optional().describe('Markdown to add.'),
    under: z.string().min(1).max(1_000).optional().describe('Exact heading of a section to add to.'),
  }),
  output: z.object(dailyNoteShape),
  async handler({ date, content: added, under }, vault, { say }) {
    refuseNul({ content: added, under })
    if (under !== undefined && added === undefined)
      throw new VaultError('INVALID_ARGUMENT', 'under says where content goes, which is missing.', {
        hint: 'Give content, or leave under out.',
      })
    const opened = await openDay(vault, date, {
      tool: 'open_daily_note',
      added: added === undefined ? null : { content: added, heading: null, under },
    })
    const { note, written } = opened
    // Who adds to the note of a day need not read it for that.
    if (added !== undefined && written !== null) {
      const head = headOf(opened)
      return {
        ...head,
        title: note.facts.title ?? stemOf(head.path),
        ...toWritten({ ...written, warnings: warningsOf(opened) }, false),
      }
    }
    return await showDay(vault, opened, { max_chars: 25_000 }, { say })
  },
})

/** The note of a day, or so much of it as fits. */
export async function showDay(
  vault: VaultContext,
  day: OpenedDailyNote,
  part: NotePart,
  how: Omit<ShownHow, 'fields'>,
) {
  const opened = headOf(day)
  const warnings = warningsOf(day)
  const shown = await showNote(vault, day.note, part, { ...how, fields: undefined })
  return {
    ...opened,
    title: shown.title ?? stemOf(opened.path),
    content: shown.content,
    content_hash: shown.content_hash,
    metadata: shown.metadata,
    tags: shown.tags,
    headings: shown.headings,
    agent_instructions: shown.agent_instructions,
    rest: shown.rest,
    change_id: day.written?.changeId ?? undefined,
    ...(warnings.length > 0 && { warnings }),
  }
}

function headOf({ day, note, isNew }: OpenedDailyNote) {
  return { id: note.file.path, path: note.file.path, date: day, created: isNew }
}

function warningsOf({ written, warnings }: OpenedDailyNote): readonly string[] {
  return [...(written?.warnings ?? []), ...warnings]
}
