import { textOf, type PdfFragment, type PdfPage } from './pdf-page.ts'

// Running heads and page numbers stand this near to an edge, as a share of the page's height.
const margin = 0.12

/** Fragments that are running heads, running feet and page numbers: they come again on other pages. */
export function findFurniture(pages: readonly PdfPage[]): Set<PdfFragment> {
  const atEdges = pages.flatMap(({ fragments, height }, page) =>
    fragments.flatMap((fragment) => {
      const edge = edgeOf(fragment, height)
      return edge === null ? [] : [{ page, fragment, shape: `${edge} ${shapeOf(textOf(fragment))}` }]
    }),
  )
  const heads = [...Map.groupBy(atEdges, ({ shape }) => shape).values()]
    .filter((found) => comesAgain(found, pages.length))
    .flatMap((found) => found.map(({ fragment }) => fragment))
  return spareWholePages(pages, new Set([...heads, ...findPageNumbers(pages)]))
}

function edgeOf({ y0, y1, turn }: PdfFragment, height: number): 'top' | 'bottom' | null {
  if (turn !== 0) return null
  if (y1 < height * margin) return 'top'
  return y0 > height * (1 - margin) ? 'bottom' : null
}

/** The outermost rows of pages that hold a number which counts the pages, with what stands beside it. */
function findPageNumbers(pages: readonly PdfPage[]): PdfFragment[] {
  const counting = pages.flatMap(({ fragments }, page) =>
    (['top', 'bottom'] as const).flatMap((edge) => {
      const row = outermost(fragments, edge)
      const values = row.map((fragment) => readNumber(textOf(fragment))).filter((value) => value !== null)
      return values.map((value) => ({ row, count: `${edge} ${value - page}` }))
    }),
  )
  // One alone is a short line; with text beside it, it could be a table's row.
  return [...Map.groupBy(counting, ({ count }) => count).values()]
    .filter((found) => found.length > (found.every(({ row }) => row.length === 1) ? 1 : 3))
    .flatMap((found) => found.flatMap(({ row }) => row))
}

/** The row nearest to the edge. */
function outermost(fragments: readonly PdfFragment[], edge: 'top' | 'bottom'): PdfFragment[] {
  const sign = edge === 'top' ? 1 : -1
  let outer: PdfFragment | null = null
  for (const fragment of fragments)
    if (fragment.turn === 0 && (outer === null || sign * (fragment.baseline - outer.baseline) < 0))
      outer = fragment
  if (outer === null) return []
  const { baseline, size } = outer
  const row = fragments.filter(
    (other) => other.turn === 0 && Math.abs(other.baseline - baseline) < 0.5 * size,
  )
  return row.length <= 3 ? row : []
}

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv']

function readNumber(text: string): number | null {
  const [, digits] = /^[\s\p{Pd}|[(]*(\d{1,4})[\s\p{Pd}|\])]*$/u.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  const roman = romans.indexOf(text.trim().toLowerCase())
  return roman === -1 ? null : roman + 1
}

// The numbers differ from page to page: "Page 3 of 12".
function shapeOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/^[ivxlc]+$/, '#')
}

function comesAgain(
  found: readonly { readonly page: number; readonly fragment: PdfFragment }[],
  pages: number,
): boolean {
  const on = new Set(found.map(({ page }) => page)).size
  // Heads often stand on every second page only.
  if (on < 2 || (on < 3 && pages > 4)) return false
  if (on >= pages * 0.4) return true
  const heights = found.map(({ fragment }) => Math.round(fragment.baseline))
  return on >= 4 && new Set(heights).size <= 2
}

/** Where nearly nothing else is on the pages, what looks like furniture is what the document says. */
function spareWholePages(pages: readonly PdfPage[], furniture: Set<PdfFragment>): Set<PdfFragment> {
  const rest = pages.filter(({ fragments }) => fragments.some((fragment) => !furniture.has(fragment)))
  return rest.length < pages.length / 2 ? new Set() : furniture
}
