import type { Block, CodeBlock, ItemBlock, TextBlock } from './block.ts'
import { findTable } from './find-table.ts'
import { readMarker } from './list-marker.ts'
import { mergeNear } from './merge-near.ts'
import { median, toRows, type PdfColumn } from './order-fragments.ts'
import { toTextLine, type TextLine } from './text-line.ts'
import { largest, smallest } from '../model/largest.ts'

/** The paragraphs, list items, tables and code of one column, from the top. */
export function findBlocks(column: PdfColumn, page: number, isMonoDocument: boolean): Block[] {
  const rows = toRows(column).map(mergeNear)
  const lines = rows.map(toTextLine)
  const setting = measure(lines)
  const blocks: Block[] = []
  let open: OpenBlock | null = null
  for (let at = 0; at < rows.length;) {
    const table = findTable(rows, at)
    if (table !== null) {
      blocks.push(...close(open), { kind: 'table', page, rows: table.rows })
      open = null
      at = table.end
      continue
    }
    const line = lines[at]
    at += 1
    if (line === undefined) continue
    const step = open === null ? 'block' : stepTo(open, line, setting)
    const isCode = line.isMono && !isMonoDocument && !/^[\u2022\u25aa\u25cf\u25cb\u25e6]/.test(line.text)
    if (open === null || step === 'block' || open.isCode !== isCode) {
      blocks.push(...close(open))
      open = { page, isCode, marker: isCode ? null : readMarker(line.text), passages: [[line]] }
    } else if (step === 'line') open.passages.push([line])
    else open.passages.at(-1)?.push(line)
  }
  return joinCode([...blocks, ...close(open)])
}

/** Code with blank lines in it is one. */
function joinCode(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (last?.kind === 'code' && block.kind === 'code')
      joined[joined.length - 1] = { ...last, lines: [...last.lines, ...block.lines] }
    else joined.push(block)
  }
  return joined
}

interface OpenBlock {
  readonly page: number
  readonly isCode: boolean
  readonly marker: ReturnType<typeof readMarker>
  readonly passages: TextLine[][]
}

function close(open: OpenBlock | null): (TextBlock | ItemBlock | CodeBlock)[] {
  if (open === null) return []
  const { page, marker, passages } = open
  if (open.isCode) return [{ kind: 'code', page, lines: passages.flat() }]
  if (marker === null) return [{ kind: 'text', page, passages }]
  const indent = passages[0]?.[0]?.x0 ?? 0
  return [{ kind: 'item', page, marker: marker.marker, markerLength: marker.length, indent, passages }]
}

/** How the lines of a column are set. */
interface Setting {
  readonly left: number
  readonly leading: number
  rightOf(size: number): number
}

function measure(lines: readonly TextLine[]): Setting {
  const steps = lines.flatMap((line, index) => {
    const next = lines[index + 1]
    const step = next === undefined ? 0 : next.baseline - line.baseline
    return step > 0.5 * line.size && step < 2.2 * line.size ? [step / line.size] : []
  })
  const rights = new Map<number, number>()
  return {
    left: smallest(lines.map(({ x0 }) => x0)),
    // Two or three lines do not show how far apart lines are set.
    leading: steps.length < 3 ? Math.min(1.35, Math.max(1.15, smallest(steps))) : median(steps),
    rightOf: (size) => {
      const key = Math.round(size * 2)
      const known = rights.get(key)
      if (known !== undefined) return known
      const like = lines.filter((line) => Math.abs(line.size - size) < 0.4 * size)
      const right = largest(like.map(({ x1 }) => x1))
      rights.set(key, right)
      return right
    },
  }
}

function isOfSize(line: TextLine, size: number): boolean {
  return Math.abs(line.size - size) < 0.08 * size
}

/** Whether a line belongs to the open block: in its last passage ('flow'), as a new line of it, or not at all. */
function stepTo(open: OpenBlock, line: TextLine, setting: Setting): 'flow' | 'line' | 'block' {
  const lines = open.passages.flat()
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return 'block'
  const step = line.baseline - last.baseline
  if (step > (setting.leading * 1.22 + 0.05) * Math.max(last.size, line.size)) return 'block'
  if (open.isCode && line.isMono) return 'line'
  if (!isOfSize(line, last.size) || line.isBold !== last.isBold) return 'block'
  const right = setting.rightOf(line.size)
  const hasRoom = hasRoomFor(last, line, right)
  if (readMarker(line.text) !== null && (hasRoom || !continuesNumber(last, line))) return 'block'
  const em = line.size
  if (open.marker !== null && line.x0 < first.x0 + 0.3 * em && isFinished(last)) return 'block'
  if (open.marker === null && isIndented(lines, line, setting)) return 'block'
  if (!hasRoom) return 'flow'
  return isFinished(last) ? 'block' : 'line'
}

// "see chapter" / "3. It says": a sentence that goes on with a number.
function continuesNumber(last: TextLine, line: TextLine): boolean {
  return /^\d/.test(line.text) && /[\p{Ll},]$/u.test(last.text.trim()) && line.x0 <= last.x0 + 1
}

/** A first line set in, or the first line of an entry whose other lines are set in. */
function isIndented(lines: readonly TextLine[], line: TextLine, { left }: Setting): boolean {
  const em = line.size
  const [first, second] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return false
  if (second !== undefined && second.x0 > first.x0 + 0.7 * em)
    return line.x0 < first.x0 + 0.3 * em && last.x0 > first.x0 + 0.7 * em
  const by = line.x0 - last.x0
  return by > 0.7 * em && by < 5 * em && Math.abs(last.x0 - left) < (lines.length > 1 ? 2 : 0.3) * em
}

function isFinished(line: TextLine): boolean {
  return /[.!?:;\u3002\uff01\uff1f][)\]"'\u201d\u2019\u00bb]*\s*$/u.test(line.text)
}

/** Whether the next line's first word had room at the end of this one: then the break is the author's. */
function hasRoomFor(last: TextLine, line: TextLine, right: number): boolean {
  const text = line.text.trim()
  const word = /^\S+/u.exec(text)?.[0] ?? ''
  const wordWidth = ((line.x1 - line.x0) / Math.max(1, text.length)) * (word.length + 1)
  return last.x1 + wordWidth * 1.1 + 0.5 * line.size < right
}
