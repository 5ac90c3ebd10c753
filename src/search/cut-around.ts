import { wholeCharacters } from '../model/whole-characters.ts'
import { anywhere, findStem, folded, type ShownStem } from './word-stems.ts'

const longestSnippet = 240
/** Text kept before the first of the words, for context. */
const lead = 60
const mostPlaces = 200

/** The part of a long line that has most of the words. */
export function cutAround(line: string, stems: readonly ShownStem[]): string {
  if (line.length <= longestSnippet) return line
  const start = wholeCharacters(line, Math.max(0, densestPlace(line, stems) - lead))
  const end = wholeCharacters(line, Math.min(line.length, start + longestSnippet))
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`
}

/** Where the part with most of the words begins, at its first word. */
function densestPlace(line: string, stems: readonly ShownStem[]): number {
  const lower = folded(line)
  const found = placesOf(lower, stems)
  const known = found.length > 0 ? found : placesOf(lower, anywhere(stems))
  let best = 0
  let most = 0
  for (const { place } of known) {
    const near = known.filter((other) => other.place >= place && other.place < place + longestSnippet - lead)
    const points = [...new Set(near.map(({ stem }) => stem))].reduce((sum, stem) => sum + stem.points, 0)
    if (points > most) [best, most] = [place, points]
  }
  return unfoldedPlace(line, best)
}

/** The first places of each of the words, from left to right. */
function placesOf(
  lower: string,
  stems: readonly ShownStem[],
): readonly { readonly place: number; readonly stem: ShownStem }[] {
  const most = Math.ceil(mostPlaces / Math.max(1, stems.length))
  return stems
    .flatMap((stem) => {
      const places: { readonly place: number; readonly stem: ShownStem }[] = []
      for (
        let place = findStem(lower, stem, 0);
        place < Infinity && places.length < most;
        place = findStem(lower, stem, place + 1)
      )
        places.push({ place, stem })
      return places
    })
    .sort((one, other) => one.place - other.place)
}

/** The place in the original text for a place in the folded one. */
function unfoldedPlace(text: string, place: number): number {
  if (!/[\u0080-\uffff]/.test(text)) return place
  let passed = 0
  let offset = 0
  for (const character of text) {
    passed += character < '\u0080' ? 1 : folded(character).length
    if (passed > place) break
    offset += character.length
  }
  return offset
}
