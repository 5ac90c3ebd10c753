import type { Block } from './block.ts'
import { findBlocks } from './find-blocks.ts'
import { findAbstract, findTitle } from './find-parts.ts'
import { findFurniture } from './find-furniture.ts'
import { findHeadings } from './heading-levels.ts'
import { joinAcross } from './join-across.ts'
import { collectWords } from './join-words.ts'
import { orderFragments } from './order-fragments.ts'
import { textOf, type PdfFragment, type PdfOutlineEntry, type PdfPage } from './pdf-page.ts'
import { renderBlocks } from './render-blocks.ts'
import type { PlainStyle } from './render-spans.ts'

export interface PdfText {
  readonly markdown: string
  /** The text of the largest heading of the first page that has one, as the document writes it. */
  readonly title: string | null
  readonly abstract: string | null
}

/** Pages of placed text → Markdown as a person would read them. */
export function layOutPages(pages: readonly PdfPage[], outline: readonly PdfOutlineEntry[]): PdfText {
  const furniture = findFurniture(pages)
  const kept = pages.map(({ fragments }) => fragments.filter((fragment) => !furniture.has(fragment)))
  const all = kept.flat()
  const plain = usualStyle(all)
  const blocks = joinAcross(
    kept.flatMap((fragments, page) =>
      byTurn(fragments).flatMap((turned) =>
        orderFragments(turned).flatMap((column) => findBlocks(column, page, plain.mono)),
      ),
    ),
  )
  const headings = findHeadings(blocks, outline, usualSize(all))
  const words = collectWords(all.map(textOf))
  const render = (some: readonly Block[]) => renderBlocks(some, { words, plain, headings }).trim()
  return {
    markdown: renderBlocks(blocks, { words, plain, headings }),
    title: findTitle(blocks, headings),
    abstract: findAbstract(blocks, headings, render),
  }
}

/** Fragments turned the same way together, those that most are first. */
function byTurn(fragments: readonly PdfFragment[]): PdfFragment[][] {
  const turns = Map.groupBy(fragments, ({ turn }) => turn)
  return [...turns.values()].sort((a, b) => b.length - a.length)
}

function usualStyle(fragments: readonly PdfFragment[]): PlainStyle {
  const count = { all: 0, bold: 0, italic: 0, mono: 0 }
  for (const { text, bold, italic, mono } of fragments.flatMap(({ spans }) => spans)) {
    count.all += text.length
    if (bold) count.bold += text.length
    if (italic) count.italic += text.length
    if (mono) count.mono += text.length
  }
  const most = 0.6 * count.all
  return { bold: count.bold > most, italic: count.italic > most, mono: count.mono > most }
}

/** The size that most characters have. */
function usualSize(fragments: readonly PdfFragment[]): number {
  const counts = new Map<number, number>()
  for (const { size, text } of fragments.flatMap(({ spans }) => spans)) {
    const rounded = Math.round(size * 2) / 2
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length)
  }
  let [usual, most] = [0, 0]
  for (const [size, count] of counts) if (count > most) [usual, most] = [size, count]
  return usual
}
