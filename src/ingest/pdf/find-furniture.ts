import { textOf, type PdfFragment, type PdfPage } from './pdf-page.ts'

// Running heads and page numbers stand this near to an edge, as a share of the page's height.
const margin = 0.12

/** Fragments that are running heads, running feet and page numbers: they come again on other pages. */
export function findFurniture(pages: readonly PdfPage[]): Set<PdfFragment> {
  const places = new Map<string, { readonly page: number; readonly fragment: PdfFragment }[]>()
  for (const [page, { fragments, height }] of pages.entries()) {
    for (const fragment of fragments) {
      const edge = edgeOf(fragment, height)
      if (edge === null) continue
      const key = `${edge} ${shapeOf(textOf(fragment))}`
      const found = places.get(key)
      if (found === undefined) places.set(key, [{ page, fragment }])
      else found.push({ page, fragment })
    }
  }
  const furniture = new Set<PdfFragment>()
  for (const found of places.values()) {
    if (!comesAgain(found, pages.length)) continue
    for (const { fragment } of found) furniture.add(fragment)
  }
  return spareWholePages(pages, furniture)
}

function edgeOf({ y0, y1, turn }: PdfFragment, height: number): 'top' | 'bottom' | null {
  if (turn !== 0) return null
  if (y1 < height * margin) return 'top'
  return y0 > height * (1 - margin) ? 'bottom' : null
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
