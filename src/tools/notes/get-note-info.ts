import { z } from 'zod'
import { noteParameter, notesParameter } from '../../call/common-input.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { filterFields } from '../filter-fields.ts'
import { namedNotes } from '../links/link-output.ts'
import { errorShape, vaultErrorContent } from '../../call/vault-error-content.ts'
import { describedShape, describeNote } from './note-output.ts'

const noteInfo = z.object({
  ...describedShape,
  content_hash: z.string().optional(),
  size: z.number().optional(),
  aliases: z.array(z.string()).optional(),
  outline: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).optional(),
  word_count: z.number().optional(),
  heading_count: z.number().optional(),
  link_count: z.number().optional(),
  task_count: z.number().optional(),
  open_task_count: z.number().optional(),
  total_lines: z.number().optional(),
  has_frontmatter: z.boolean().optional(),
  problem: z.string().optional(),
  error: errorShape.optional(),
})

export const getNoteInfo = defineVaultTool({
  name: 'get_note_info',
  title: 'Describe notes without their text',
  toolset: 'notes',
  description:
    'Everything about one or more notes but the text: frontmatter, outline with line numbers, word, heading, link and task counts, hash, size and times. Use it to choose what to read.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  rest: ['get_note_info for fewer notes, or with fields'],
  input: z.object({
    identifier: noteParameter.optional(),
    identifiers: notesParameter.max(200).optional().describe('Several, instead.'),
  }),
  output: noteInfo.extend({ notes: z.array(noteInfo).optional() }),
  async handler({ identifier, identifiers, fields }, vault, { say }) {
    const named = namedNotes(identifier, identifiers)
    await vault.index.settled()
    if (identifier !== undefined) {
      return filterFields(toInfo(await vault.notes.read(identifier)), fields)
    }
    const notes = await Promise.all(
      named.map(async (one) => {
        try {
          return filterFields(toInfo(await vault.notes.read(one)), fields)
        } catch (error) {
          if (!(error instanceof VaultError)) throw error
          return { id: one, error: vaultErrorContent(error, say) }
        }
      }),
    )
    return { notes }
  },
})

function toInfo(note: ReadNote) {
  const { file, facts } = note
  const { counts, frontmatter } = facts
  return {
    ...describeNote(note),
    content_hash: file.hash,
    size: file.stamp.size,
    aliases: [...facts.aliases],
    outline: [...facts.outline],
    word_count: counts.words,
    heading_count: counts.headings,
    link_count: counts.links,
    task_count: counts.tasks,
    open_task_count: counts.openTasks,
    total_lines: counts.lines,
    has_frontmatter: frontmatter.range !== null,
    ...(frontmatter.problem !== null && { problem: frontmatter.problem }),
  }
}
