import { textOf, type PdfFragment, type PdfSpan } from './pdf-page.ts'

// Narrower gaps are those of a justified line; a table's cells stand further apart. In sizes of the type.
const cellGap = 1

/** The fragments of a row, those joined that only a wide blank parts. */
export function mergeNear(row: readonly PdfFragment[]): PdfFragment[] {
  const merged: PdfFragment[] = []
  if (isRightToLeft(row)) return [...row]
  for (const fragment of row) {
    const last = merged.at(-1)
    if (last !== undefined && fragment.x0 - last.x1 < cellGap * Math.max(last.size, fragment.size))
      merged[merged.length - 1] = join(last, fragment)
    else merged.push(fragment)
  }
  return merged
}

export function isRightToLeft(row: readonly PdfFragment[]): boolean {
  const text = row.map(textOf).join('')
  const right = text.match(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu)?.length ?? 0
  return right > text.length / 3
}

function join(before: PdfFragment, after: PdfFragment): PdfFragment {
  const main = textOf(after).length > textOf(before).length ? after : before
  return {
    ...main,
    x0: before.x0,
    x1: Math.max(before.x1, after.x1),
    y0: Math.min(before.y0, after.y0),
    y1: Math.max(before.y1, after.y1),
    spans: joinSpans(before.spans, after.spans),
  }
}

/** Both, with a blank between. */
export function joinSpans(before: readonly PdfSpan[], after: readonly PdfSpan[]): PdfSpan[] {
  const [first] = after
  return first === undefined ? [...before] : [...before, { ...first, text: ' ', link: null }, ...after]
}
