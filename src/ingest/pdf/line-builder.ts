import type { PdfFragment, PdfSpan } from './pdf-page.ts'

export interface PlacedCharacter {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly link: string | null
  /** On the page, in points. */
  readonly origin: readonly [number, number]
  readonly corners: readonly (readonly [number, number])[]
}

// A gap this wide, in sizes of the type, parts what a producer has set in one piece: a table's cells, two columns.
const widestGap = 1.8

/** Characters of one line, in the order of reading → its fragments. `direction` is that in which the line runs. */
export function buildFragments(
  characters: readonly PlacedCharacter[],
  direction: readonly [number, number],
): PdfFragment[] {
  const turn = (360 + Math.round((Math.atan2(direction[1], direction[0]) * 180) / Math.PI)) % 360
  const upright = uprightBy(turn)
  const fragments: PdfFragment[] = []
  let open: Placed[] = []
  for (const character of characters) {
    const placed = place(character, upright)
    const last = open.findLast(({ text }) => text !== ' ')
    if (last !== undefined && placed.text !== ' ' && gapBetween(last, placed) > widestGap * placed.size) {
      fragments.push(...close(open, turn))
      open = []
    }
    open.push(placed)
  }
  return [...fragments, ...close(open, turn)]
}

function uprightBy(turn: number): (point: readonly [number, number]) => readonly [number, number] {
  if (turn === 0) return (point) => point
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return ([x, y]) => [x * cos + y * sin, y * cos - x * sin]
}

interface Placed extends PlacedCharacter {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly baseline: number
}

function place(
  character: PlacedCharacter,
  upright: (point: readonly [number, number]) => readonly [number, number],
): Placed {
  const corners = character.corners.map(upright)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return {
    ...character,
    x0: Math.min(...xs),
    x1: Math.max(...xs),
    y0: Math.min(...ys),
    y1: Math.max(...ys),
    baseline: upright(character.origin)[1],
  }
}

function gapBetween(before: Placed, after: Placed): number {
  return Math.max(after.x0 - before.x1, before.x0 - after.x1)
}

function close(characters: readonly Placed[], turn: number): PdfFragment[] {
  const first = characters.findIndex(({ text }) => text.trim() !== '')
  if (first === -1) return []
  const seen = characters.slice(first, characters.findLastIndex(({ text }) => text.trim() !== '') + 1)
  const solid = seen.filter(({ text }) => text !== ' ')
  const main = usual(solid)
  const [{ baseline, size } = { baseline: 0, size: 0 }] = main
  return [
    {
      x0: Math.min(...solid.map(({ x0 }) => x0)),
      x1: Math.max(...solid.map(({ x1 }) => x1)),
      y0: Math.min(...main.map(({ y0 }) => y0)),
      y1: Math.max(...main.map(({ y1 }) => y1)),
      baseline,
      size,
      turn,
      spans: toSpans(writeRaised(withoutLetterSpacing(seen), baseline, size)),
    },
  ]
}

/** The characters of the size that most have: footnote marks and big initials stand out of their line. */
function usual(characters: readonly Placed[]): readonly Placed[] {
  const bySize = new Map<number, Placed[]>()
  for (const character of characters) {
    const key = Math.round(character.size * 4)
    const same = bySize.get(key)
    if (same === undefined) bySize.set(key, [character])
    else same.push(character)
  }
  return [...bySize.values()].reduce((most, some) => (some.length > most.length ? some : most), [])
}

/** "A N E X O", set wide for looks, is one word. */
function withoutLetterSpacing(characters: readonly Placed[]): readonly Placed[] {
  const text = characters.map(({ text }) => text).join('')
  return /^(?:\p{L} ){3,}\p{L}\s?[\p{P}\s]*$/u.test(text)
    ? characters.filter(({ text }) => text !== ' ')
    : characters
}

const raisedDigits = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'

/** Small raised numbers: after a word the mark of a footnote, [1], after a unit or number an exponent, \u00b2. */
function writeRaised(characters: readonly Placed[], baseline: number, size: number): readonly Placed[] {
  const isRaised = (character: Placed | undefined) =>
    character !== undefined &&
    /\d/.test(character.text) &&
    character.size < 0.85 * size &&
    baseline - character.baseline > 0.15 * size
  if (!characters.some(isRaised)) return characters
  const before = (at: number) =>
    characters
      .slice(Math.max(0, at - 4), at)
      .map(({ text }) => text)
      .join('')
  return characters.map((character, at) => {
    if (!isRaised(character)) return character
    let first = at
    while (isRaised(characters[first - 1])) first -= 1
    const isNote = /\p{L}{3}$|[.,;:!?)\]"'\u201d\u2019]$/u.test(before(first))
    const text = isNote
      ? (first === at ? '[' : '') + character.text + (isRaised(characters[at + 1]) ? '' : ']')
      : (raisedDigits[Number(character.text)] ?? character.text)
    return { ...character, text }
  })
}

function toSpans(characters: readonly Placed[]): PdfSpan[] {
  const spans: PdfSpan[] = []
  for (const { text, size, bold, italic, mono, link } of characters) {
    const last = spans.at(-1)
    if (last !== undefined && text === ' ' && last.text.endsWith(' ')) continue
    const isSame =
      last !== undefined &&
      (text === ' '
        ? last.link === link
        : last.bold === bold &&
          last.italic === italic &&
          last.mono === mono &&
          last.link === link &&
          Math.abs(last.size - size) < 0.3)
    if (isSame) spans[spans.length - 1] = { ...last, text: last.text + text }
    else spans.push({ text, size, bold, italic, mono, link })
  }
  return spans.map((span) => ({ ...span, text: span.text.normalize('NFC') }))
}
