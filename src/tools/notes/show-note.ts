import type { ToolContext } from '../../call/tool-context.ts'
import { z } from 'zod'
import { countLines } from '../../model/count-lines.ts'
import { partialHash } from '../../model/partial-hash.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { filterFields } from '../filter-fields.ts'
import { jsonBytes } from '../../call/fit-result.ts'
import { cutNote, type NotePart } from './cut-note.ts'
import { describedShape, describeNote } from './note-output.ts'

export const readNoteShape = {
  ...describedShape,
  content: z.string().optional(),
  content_hash: z.string().optional(),
  raw_frontmatter: z.string().optional(),
  headings: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).optional(),
  links: z.number().optional(),
  total_lines: z.number().optional(),
  lines_returned: z.number().optional(),
  start_line: z.number().optional(),
  agent_instructions: z.string().optional(),
  problem: z.string().optional(),
  as_of: z
    .object({
      said: z.string(),
      change_id: z.string().optional(),
      commit: z.string().optional(),
      time: z.string(),
      by: z.string(),
    })
    .optional(),
  rest: z.string().optional(),
}

/**
 * A note, or the part of it that was asked for, as tools return it. The content is cut here so that the whole answer
 * fits: then the hash says that it goes with a part. A caller who leaves the content out with `fields` gets the whole note's hash.
 */
export async function showNote(
  vault: VaultContext,
  note: ReadNote,
  part: NotePart,
  { agentInstructions, fields, say }: ShownHow,
) {
  const { file, facts } = note
  const { counts, frontmatter } = facts
  const { metadata, ...described } = describeNote(note)
  const whole = {
    ...described,
    content: '',
    content_hash: String(file.hash),
    metadata,
    ...(frontmatter.range !== null && { raw_frontmatter: frontmatter.raw }),
    headings: [...facts.outline],
    links: counts.links,
    total_lines: counts.lines,
    ...(agentInstructions !== '' && { agent_instructions: agentInstructions }),
    ...(frontmatter.problem !== null && { problem: frontmatter.problem }),
  }
  const shown = filterFields(whole, fields)
  if (shown.content === undefined) return { ...shown }
  const maxBytes = Math.max(leastContentBytes, mostBytes - jsonBytes(shown))
  const { content, startLine, isWhole, rest } = await cutNote(vault, note, part, maxBytes)
  return {
    ...shown,
    content,
    ...(shown.content_hash !== undefined && !isWhole && { content_hash: partialHash(file.hash) }),
    ...(!isWhole && { start_line: startLine, lines_returned: countLines(content) }),
    ...(rest !== null && { rest: say(rest) }),
  }
}

interface ShownHow {
  readonly agentInstructions: string
  readonly fields: readonly string[] | undefined
  readonly say: ToolContext['say']
}

/** Of one note with everything that goes with it, so that neither a page nor a result has to cut its text. */
const mostBytes = 30_000
/** So much of a text is shown beside the longest frontmatter; being less than any of them, it is not what is cut. */
const leastContentBytes = 4_000
