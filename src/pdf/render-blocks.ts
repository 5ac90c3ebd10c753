import type { Block, CodeBlock, ItemBlock, Passage, TableBlock } from './block.ts'
import { escapeLineStart } from './escape-markdown.ts'
import { joinPageLines } from './join-page-lines.ts'
import type { KnownWords } from './join-words.ts'
import type { PdfSpan } from './pdf-page.ts'
import { renderSpans, type PlainStyle } from './render-spans.ts'
import { largest, smallest } from '../model/largest.ts'

export interface BlockStyle {
  readonly words: KnownWords
  readonly plain: PlainStyle
  readonly headings: ReadonlyMap<Block, number>
}

/** Blocks → Markdown. */
export function renderBlocks(blocks: readonly Block[], style: BlockStyle): string {
  let out = ''
  let list: number[] = []
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    const isItem = block.kind === 'item' && !style.headings.has(block)
    list = isItem ? nest(list, block) : []
    const text = renderBlock(block, style, list.length - 1)
    if (text === '') continue
    const isNext = isItem && before?.kind === 'item' && !style.headings.has(before)
    if (out !== '') out += isNext ? '\n' : '\n\n'
    out += text
  }
  return out === '' ? '' : `${out}\n`
}

// Items further in than the one above belong to it.
function nest(list: readonly number[], { indent }: ItemBlock): number[] {
  const around = list.filter((x) => x < indent - 3)
  return [...around.slice(0, 5), indent]
}

function renderBlock(block: Block, style: BlockStyle, depth: number): string {
  const level = style.headings.get(block)
  if (level !== undefined && 'passages' in block) return renderHeading(block.passages, level, style)
  switch (block.kind) {
    case 'text':
      return renderPassages(block.passages, style).map(escapeLineStart).join('\n')
    case 'item':
      return renderItem(block, style, depth)
    case 'table':
      return renderTable(block, style)
    case 'code':
      return renderCode(block)
  }
}

function renderHeading(passages: readonly Passage[], level: number, { words, plain }: BlockStyle): string {
  const spans = joinPageLines(passages.flat(), words).map((span) => ({ ...span, bold: false, mono: false }))
  const text = renderSpans(spans, { ...plain, bold: false })
  return text === '' ? '' : `${'#'.repeat(level)} ${text}`
}

function renderPassages(passages: readonly Passage[], { words, plain }: BlockStyle): string[] {
  return passages
    .map((lines) => renderSpans(joinPageLines(lines, words), plain))
    .filter((text) => text !== '')
}

function renderItem(block: ItemBlock, style: BlockStyle, depth: number): string {
  const [first, ...rest] = block.passages
  const [line, ...lines] = first ?? []
  if (line === undefined) return ''
  const bare = { ...line, spans: withoutStart(line.spans, block.markerLength) }
  const text = renderPassages([[bare, ...lines], ...rest], style)
  const indent = '   '.repeat(depth)
  return text
    .map((part, index) =>
      index === 0
        ? `${indent}${block.marker} ${escapeLineStart(part)}`
        : `${indent}   ${escapeLineStart(part)}`,
    )
    .join('\n')
}

function withoutStart(spans: readonly PdfSpan[], length: number): PdfSpan[] {
  let left = length
  return spans.flatMap((span) => {
    const text = span.text.slice(left)
    left = Math.max(0, left - span.text.length)
    return text === '' ? [] : [{ ...span, text }]
  })
}

function renderTable({ rows }: TableBlock, { words, plain }: BlockStyle): string {
  const cells = rows.map((row) =>
    row.map((cell) => renderSpans(joinPageLines(cell, words), plain).replaceAll('|', '\\|')),
  )
  const [head = []] = cells
  const lines = cells.map((row) => `| ${row.join(' | ')} |`)
  return [lines[0], `| ${head.map(() => '---').join(' | ')} |`, ...lines.slice(1)].join('\n')
}

function renderCode({ lines }: CodeBlock): string {
  const left = smallest(lines.map(({ x0 }) => x0))
  const text = lines.flatMap(({ text, x0, x1, baseline, size }, index) => {
    const above = lines[index - 1]
    const isApart = above !== undefined && baseline - above.baseline > 1.7 * size
    const character = (x1 - x0) / Math.max(1, text.length)
    const indent = character > 0 ? Math.min(60, Math.round((x0 - left) / character)) : 0
    return [...(isApart ? [''] : []), ' '.repeat(indent) + text.trim()]
  })
  const fence = '`'.repeat(
    largest([2, ...text.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length))]) + 1,
  )
  return [fence, ...text, fence].join('\n')
}
