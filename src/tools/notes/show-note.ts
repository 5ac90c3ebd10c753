import { hasHead } from '../../model/note-content.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import { z } from 'zod'
import type { PastNote, PastOrigin } from '../../domain/past-note.ts'
import { countLines } from '../../model/count-lines.ts'
import { partialHash } from '../../model/content-hash.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { stemOf } from '../../model/note-path.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { filterFields } from '../filter-fields.ts'
import { jsonBytes } from '../../call/fit-result.ts'
import { cutNote, type NotePart, type TextOfNote } from './cut-note.ts'
import { describedShape, describeNote, measuredShape, measureNote } from './note-output.ts'

export const readNoteShape = {
  ...describedShape,
  ...measuredShape,
  content: z.string().optional(),
  content_hash: z.string().optional(),
  raw_frontmatter: z.string().optional(),
  headings: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).optional(),
  links: z.number().optional(),
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
  message: z.string().optional(),
}

export interface ShownHow {
  readonly fields: readonly string[] | undefined
  readonly say: ToolContext['say']
  /** Of the whole answer; as an agent gets it where nothing is said. */
  readonly maxBytes?: number
}

/** A note, or the part of it that was asked for, as tools return it. */
export async function showNote(
  vault: VaultContext,
  note: ReadNote,
  part: NotePart,
  { fields, ...how }: ShownHow,
) {
  const { file, facts, type } = note
  const { counts, frontmatter } = facts
  const { metadata, ...described } = describeNote(note)
  const { agentInstructions } = await vault.types.guidance(type)
  const whole = {
    ...described,
    // Beside the text it is only for who asks for it by name.
    ...(fields !== undefined && measureNote(note)),
    content: '',
    content_hash: String(file.hash),
    metadata,
    ...(hasHead(frontmatter) && { raw_frontmatter: frontmatter.raw }),
    // Who asks for a part has seen the note's outline, which may be far longer.
    ...((fields !== undefined || !isPart(part)) && { headings: [...facts.outline] }),
    links: counts.links,
    total_lines: counts.lines,
    ...(agentInstructions !== '' && { agent_instructions: agentInstructions }),
    ...(frontmatter.problem !== null && { problem: frontmatter.problem }),
  }
  return await withContent(vault, note, filterFields(whole, fields), part, how)
}

function isPart({ section, start_line: start, end_line: end }: NotePart): boolean {
  return (section ?? start ?? end) !== undefined
}

/**
 * A note as it was, or the part of it that was asked for. It has no hash and no dates of the file: nothing of it allows
 * the present note to be written.
 */
export async function showPastNote(
  vault: VaultContext,
  { path, text, origin }: PastNote,
  part: NotePart,
  { fields, ...how }: ShownHow,
) {
  const facts = await vault.textWork.run('noteFacts', text, { tagStyle: vault.settings.tagStyle })
  const { frontmatter } = facts
  const whole = {
    id: path,
    path,
    title: facts.title ?? stemOf(path),
    content: '',
    as_of: asOf(origin),
    metadata: { ...frontmatter.data },
    tags: [...facts.tags],
    ...(hasHead(frontmatter) && { raw_frontmatter: frontmatter.raw }),
    headings: [...facts.outline],
    total_lines: facts.counts.lines,
    ...(isUntrusted(frontmatter.data) && { untrusted: true }),
  }
  const note = { file: { path, text }, facts, isWhole: true }
  return await withContent(vault, note, filterFields(whole, fields, ['as_of']), part, how)
}

/**
 * What is shown of a note with its content, cut here so that the whole answer fits: then the hash says that it goes with a
 * part. A caller who leaves the content out with `fields` gets the whole note's hash.
 */
async function withContent<Shown extends { readonly content?: string; readonly content_hash?: string }>(
  vault: VaultContext,
  note: TextOfNote,
  shown: Shown,
  part: NotePart,
  { say, maxBytes: most = mostBytes }: Omit<ShownHow, 'fields'>,
): Promise<
  Shown & { readonly start_line?: number; readonly lines_returned?: number; readonly rest?: string }
> {
  if (shown.content === undefined) return shown
  const maxBytes = Math.max(leastContentBytes, most - jsonBytes(shown))
  const { content, startLine, isWhole, rest } = await cutNote(vault, note, part, maxBytes)
  return {
    ...shown,
    content,
    ...(shown.content_hash !== undefined && !isWhole && { content_hash: partialHash(shown.content_hash) }),
    ...(!isWhole && { start_line: startLine, lines_returned: countLines(content) }),
    ...(rest !== null && { rest: say(rest) }),
  }
}

/** Of one note with everything that goes with it, so that neither a page nor a result has to cut its text. */
const mostBytes = 30_000
/** So much of a text is shown beside the longest frontmatter; being less than any of them, it is not what is cut. */
const leastContentBytes = 4_000

function asOf(origin: PastOrigin) {
  const { time, by } = origin
  if (origin.kind === 'change') {
    const said = `As change ${origin.id} (${origin.tool}) left it; not the present text.`
    return { said, change_id: origin.id, time, by }
  }
  const said = `As in commit ${origin.commit.slice(0, 10)}: ${origin.subject}; not the present text.`
  return { said, commit: origin.commit, time, by }
}
