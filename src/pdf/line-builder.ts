import type { PdfFragment, PdfSpan } from './pdf-page.ts'
import { largest, smallest } from '../model/largest.ts'

export interface PlacedCharacter extends PdfSpan {
  /** As a reader sees it who holds the page so that the line is upright. */
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly baseline: number
}

// A gap this wide, in sizes of the type, parts what a producer has set in one piece: a table's cells, two columns.
const widestGap = 1.8

/** Characters of one line, in the order of reading → its fragments. */
export function buildFragments(characters: readonly PlacedCharacter[], turn: number): PdfFragment[] {
  const fragments: PdfFragment[] = []
  let open: PlacedCharacter[] = []
  let last: PlacedCharacter | undefined
  for (const character of characters) {
    if (character.text !== ' ') {
      if (last !== undefined && gapBetween(last, character) > widestGap * character.size) {
        fragments.push(...close(open, turn))
        open = []
      }
      last = character
    }
    open.push(character)
  }
  return [...fragments, ...close(open, turn)]
}

function gapBetween(before: PlacedCharacter, after: PlacedCharacter): number {
  return Math.max(after.x0 - before.x1, before.x0 - after.x1)
}

function close(characters: readonly PlacedCharacter[], turn: number): PdfFragment[] {
  const first = characters.findIndex(({ text }) => text.trim() !== '')
  if (first === -1) return []
  const seen = characters.slice(first, characters.findLastIndex(({ text }) => text.trim() !== '') + 1)
  const solid = seen.filter(({ text }) => text !== ' ')
  const main = usual(solid)
  const [{ baseline, size } = { baseline: 0, size: 0 }] = main
  return [
    {
      x0: smallest(solid.map(({ x0 }) => x0)),
      x1: largest(solid.map(({ x1 }) => x1)),
      y0: smallest(main.map(({ y0 }) => y0)),
      y1: largest(main.map(({ y1 }) => y1)),
      baseline,
      size,
      turn,
      spans: toSpans(writeRaised(withoutLetterSpacing(seen), baseline, size)),
    },
  ]
}

/** The characters of the size that most have: footnote marks and big initials stand out of their line. */
function usual(characters: readonly PlacedCharacter[]): readonly PlacedCharacter[] {
  const bySize = Map.groupBy(characters, ({ size }) => Math.round(size * 4))
  return [...bySize.values()].reduce((most, some) => (some.length > most.length ? some : most), [])
}

/** "A N E X O", set wide for looks, is one word. */
function withoutLetterSpacing(characters: readonly PlacedCharacter[]): readonly PlacedCharacter[] {
  const text = characters.map(({ text }) => text).join('')
  return /^(?:\p{L} ){3,}\p{L}\s?[\p{P}\s]*$/u.test(text)
    ? characters.filter(({ text }) => text !== ' ')
    : characters
}

const raisedDigits = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'

/** Small raised numbers: after a word the mark of a footnote, [1], after a unit or number an exponent, \u00b2. */
function writeRaised(
  characters: readonly PlacedCharacter[],
  baseline: number,
  size: number,
): readonly PlacedCharacter[] {
  const isRaised = (character: PlacedCharacter | undefined) =>
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

function toSpans(characters: readonly PlacedCharacter[]): PdfSpan[] {
  const spans: PdfSpan[] = []
  let open: PlacedCharacter | undefined
  let text = ''
  const flush = () => {
    if (open === undefined) return
    const { size, bold, italic, mono, link } = open
    spans.push({ text: text.normalize('NFC'), size, bold, italic, mono, link })
  }
  for (const character of characters) {
    if (character.text === ' ' && text.endsWith(' ')) continue
    if (open !== undefined && isOneSpan(open, character)) {
      text += character.text
      continue
    }
    flush()
    open = character
    text = character.text
  }
  flush()
  return spans
}

// Blanks have no style of their own.
function isOneSpan(a: PlacedCharacter, b: PlacedCharacter): boolean {
  if (a.link !== b.link) return false
  if (b.text === ' ') return true
  return a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && Math.abs(a.size - b.size) < 0.3
}
