import { requireSection } from '../../garden/require-section.ts'
import { VaultError } from '../../model/vault-error.ts'
import { wholeCharacters } from '../../model/whole-characters.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import { jsonBytes } from '../fit-result.ts'
import { contentOf } from './note-output.ts'

export interface NotePart {
  readonly section?: string | undefined
  readonly start_line?: number | undefined
  readonly end_line?: number | undefined
  readonly max_chars: number
}

export interface NoteCut {
  readonly content: string
  /** Line of the file on which it begins. */
  readonly startLine: number
  /** Whether it is the whole body. */
  readonly isWhole: boolean
  /** The call that gets what is missing; null where nothing is. */
  readonly rest: string | null
}

/** The part of a note's text that was asked for, at most so many bytes of JSON, at the end of a line. */
export function cutNote(note: ReadNote, part: NotePart, maxBytes: number): NoteCut {
  const { section, start_line: start, end_line: end, max_chars: maxChars } = part
  const limits = { maxChars, maxBytes }
  if (section !== undefined) return shorten(note, sectionOf(note, section), limits, false)
  if (start !== undefined || end !== undefined) return shorten(note, linesOf(note, start, end), limits, false)
  const { content, firstLine } = contentOf(note)
  return shorten(note, { text: content, line: firstLine }, limits, true)
}

interface TextPart {
  readonly text: string
  readonly line: number
}

function shorten(
  { file, parsed }: ReadNote,
  { text, line }: TextPart,
  { maxChars, maxBytes }: { readonly maxChars: number; readonly maxBytes: number },
  isAll: boolean,
): NoteCut {
  const most = Math.min(maxChars, charsWithin(text, maxBytes))
  if (text.length <= most) return { content: text, startLine: line, isWhole: isAll, rest: null }
  const lastBreak = text.lastIndexOf('\n', most - 1)
  const isMidLine = lastBreak < 0
  const content = isMidLine ? text.slice(0, wholeCharacters(text, most)) : text.slice(0, lastBreak + 1)
  const next = line + (isMidLine ? 1 : content.split('\n').length - 1)
  const call = `call get_note with identifier "${file.path}" and start_line ${next}`
  const missing = `${text.length - content.length} characters are left out`
  return {
    content,
    startLine: line,
    isWhole: false,
    rest: isMidLine
      ? `${missing}: line ${line} is longer than an answer, and whole only where the note is read as a resource.${next > parsed.lineCount ? '' : ` For the lines after it ${call}.`}`
      : `${missing}: ${call}, or with section.`,
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

function sectionOf({ file, parsed }: ReadNote, name: string): TextPart {
  const { heading, section } = requireSection(file.path, parsed, name)
  return { text: file.text.slice(section.range.start, section.range.end), line: heading.line }
}

/** Lines of the whole file, as editors number them. */
function linesOf({ file, parsed }: ReadNote, start = 1, end = -1): TextPart {
  const lines = file.text.split(/(?<=\n)/)
  const count = parsed.lineCount
  const first = Math.max(1, start < 0 ? count + start + 1 : start)
  const last = Math.min(count, end < 0 ? count + end + 1 : end)
  if (first > count || last < first) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      `${file.path} has no lines ${start} to ${end}: it has ${count}.`,
      { path: file.path, total_lines: count, hint: 'Lines count from 1, or from the end with -1.' },
    )
  }
  return { text: lines.slice(first - 1, last).join(''), line: first }
}
