import { jsonBytes } from '../../call/fit-result.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import type { PastNote, PastOrigin } from '../../domain/past-note.ts'
import { countLines } from '../../model/count-lines.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { stemOf } from '../../model/note-path.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { filterFields } from '../filter-fields.ts'
import { cutNote, type NotePart } from './cut-note.ts'

interface ShownHow {
  readonly fields: readonly string[] | undefined
  readonly revision: string
  readonly say: ToolContext['say']
}

/**
 * A note as it was, or the part of it that was asked for. It has no hash and no dates of the file: nothing of it allows
 * the present note to be written.
 */
export async function showPastNote(
  vault: VaultContext,
  { path, text, origin }: PastNote,
  part: NotePart,
  { fields, revision, say }: ShownHow,
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
    ...(frontmatter.range !== null && { raw_frontmatter: frontmatter.raw }),
    headings: [...facts.outline],
    total_lines: facts.counts.lines,
    ...(isUntrusted(frontmatter.data) && { untrusted: true }),
  }
  const shown = filterFields(whole, fields)
  const { as_of } = whole
  if (shown.content === undefined) return { ...shown, as_of }
  const maxBytes = Math.max(leastContentBytes, mostBytes - jsonBytes(shown))
  const note = { file: { path, text }, facts, isWhole: true }
  const { content, startLine, isWhole, rest } = await cutNote(vault, note, { ...part, revision }, maxBytes)
  return {
    ...shown,
    as_of,
    content,
    ...(!isWhole && { start_line: startLine, lines_returned: countLines(content) }),
    ...(rest !== null && { rest: say(rest) }),
  }
}

const mostBytes = 30_000
const leastContentBytes = 4_000

function asOf(origin: PastOrigin) {
  const { time, by } = origin
  return origin.kind === 'change'
    ? {
        said: `As change ${origin.id} (${origin.tool}) left it; not the present text.`,
        change_id: origin.id,
        time,
        by,
      }
    : {
        said: `As in commit ${origin.commit.slice(0, 10)}: ${origin.subject}; not the present text.`,
        commit: origin.commit,
        time,
        by,
      }
}
