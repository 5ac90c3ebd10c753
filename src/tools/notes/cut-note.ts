import type { Said } from '../../model/advice.ts'
import { contentStart } from '../../model/note-content.ts'
import { VaultError } from '../../model/vault-error.ts'
import { wholeCharacters } from '../../model/whole-characters.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { jsonBytes } from '../../call/fit-result.ts'

export interface NotePart {
  readonly section?: string | undefined
  readonly start_line?: number | undefined
  readonly end_line?: number | undefined
  readonly max_chars: number
  /** Where it is the text of another time. */
  readonly revision?: string | undefined
}

/** What is cut. */
export type TextOfNote = Pick<ReadNote, 'facts' | 'isWhole'> & {
  readonly file: Pick<ReadNote['file'], 'path' | 'text'>
}

export interface NoteCut {
  readonly content: string
  /** Line of the file on which it begins. */
  readonly startLine: number
  /** Whether it is the whole body. */
  readonly isWhole: boolean
  /** The call that gets what is missing; null where nothing is. */
  readonly rest: Said | null
}

/** The part of a note's text that was asked for, at most so many bytes of JSON, at the end of a line. */
export async function cutNote(
  vault: VaultContext,
  note: TextOfNote,
  part: NotePart,
  maxBytes: number,
): Promise<NoteCut> {
  return shorten(note, await partOf(vault, note, part, maxBytes), part, maxBytes)
}

async function partOf(
  vault: VaultContext,
  note: TextOfNote,
  part: NotePart,
  maxBytes: number,
): Promise<TextPart> {
  const { file, facts, isWhole } = note
  const { section, start_line: start, end_line: end } = part
  if (section !== undefined) {
    const found = await vault.textWork.run('readNamedSection', file.text, {
      path: file.path,
      header: section,
    })
    // One that goes on to the end of what was read of a longer file may go on behind it.
    return { ...found, isCut: !isWhole && file.text.endsWith(found.text) }
  }
  if (start !== undefined || end !== undefined) return await linesOf(vault, note, part, maxBytes)
  // Without the one empty line after the frontmatter.
  const { offset, line } = contentStart(file.text, facts.frontmatter)
  const { lines } = facts.counts
  if (!isWhole && line <= lines) return await linesOf(vault, note, { ...part, start_line: line }, maxBytes)
  return { text: file.text.slice(offset), line, isAll: isWhole, isCut: !isWhole }
}

interface TextPart {
  readonly text: string
  readonly line: number
  /** Whether it is the note's whole body. */
  readonly isAll?: boolean
  /** Whether it is only the beginning of what was asked for. */
  readonly isCut?: boolean
}

function shorten(
  { file, facts }: TextOfNote,
  { text, line, isAll = false, isCut = false }: TextPart,
  { max_chars: maxChars, revision }: NotePart,
  maxBytes: number,
): NoteCut {
  const most = charsWithin(text.slice(0, maxChars), maxBytes)
  if (text.length <= most && !isCut) return { content: text, startLine: line, isWhole: isAll, rest: null }
  const lastBreak = text.lastIndexOf('\n', most - 1)
  const isMidLine = lastBreak < 0
  const content = isMidLine ? text.slice(0, wholeCharacters(text, most)) : text.slice(0, lastBreak + 1)
  const next = line + (isMidLine ? 1 : content.split('\n').length - 1)
  const place = { path: file.path, ...(revision !== undefined && { revision }) }
  const missing = isCut ? 'The rest is left out' : `${text.length - content.length} characters are left out`
  return {
    content,
    startLine: line,
    isWhole: false,
    rest: isMidLine
      ? [
          `${missing}: line ${line} is longer than an answer, and whole only where the note is read as a resource.`,
          next > facts.counts.lines ? '' : { kind: 'read-rest-after', ...place, line: next },
        ]
      : { kind: 'read-rest', ...place, line: next, missing },
  }
}

/** How much of the beginning takes at most so many bytes as JSON. */
function charsWithin(text: string, maxBytes: number): number {
  if (jsonBytes(text) <= maxBytes) return text.length
  let low = 0
  // A character takes at least one byte.
  let high = Math.min(text.length, maxBytes)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (jsonBytes(text.slice(0, middle)) <= maxBytes) low = middle
    else high = middle - 1
  }
  return low
}

/** Lines of the whole file, as editors number them. */
async function linesOf(
  vault: VaultContext,
  { file, facts, isWhole }: TextOfNote,
  { start_line: start = 1, end_line: end = -1 }: NotePart,
  maxBytes: number,
): Promise<TextPart> {
  const count = facts.counts.lines
  const first = Math.max(1, start < 0 ? count + start + 1 : start)
  const last = Math.min(count, end < 0 ? count + end + 1 : end)
  if (first > count || last < first) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      `${file.path} has no lines ${start} to ${end}: it has ${count}.`,
      { path: file.path, total_lines: count, hint: 'Lines count from 1, or from the end with -1.' },
    )
  }
  if (isWhole) {
    const from = lineOffset(file.text, first - 1)
    return { text: file.text.slice(from, lineOffset(file.text, last + 1 - first, from)), line: first }
  }
  const text = await vault.files.readLines(file.path, { first, last, most: maxBytes })
  return { text, line: first, isCut: Buffer.byteLength(text) > maxBytes - longestCharacter }
}

// What was cut at a limit ends less than that before it.
const longestCharacter = 4

/** Where a text goes on after so many lines from an offset on. */
function lineOffset(text: string, lines: number, from = 0): number {
  let at = from
  for (let left = lines; left > 0; left -= 1) {
    const next = text.indexOf('\n', at)
    if (next < 0) return text.length
    at = next + 1
  }
  return at
}
