import type { TextEdit } from '../../model/text-edit.ts'
import { composedText, type ComposedText } from '../text/composed-text.ts'
import { findLineStarts, lineAt } from '../text/line-starts.ts'
import { withLineEnds } from '../text/with-line-ends.ts'
import { shorten } from '../../model/whole-characters.ts'

/** A passage of a text to be replaced. */
export interface PassageEdit {
  readonly old: string
  readonly new: string
  /** Replace every occurrence; otherwise `old` must occur exactly once. */
  readonly all: boolean
}

/** A line of a text, cut to a readable length. */
export interface ShownLine {
  /** 1-based. */
  readonly line: number
  readonly text: string
}

export type PassagesFound =
  | { readonly kind: 'found'; readonly edits: readonly TextEdit[]; readonly places: number }
  /** `nearest` are the lines most like the passage's first, best first. */
  | { readonly kind: 'missing'; readonly index: number; readonly nearest: readonly ShownLine[] }
  /** `places` are the first lines on which it begins; `count` is the number of all. */
  | {
      readonly kind: 'ambiguous'
      readonly index: number
      readonly count: number
      readonly places: readonly ShownLine[]
    }
  | {
      readonly kind: 'overlapping'
      readonly index: number
      readonly other: number
      readonly place: ShownLine
    }

const mostShown = 10
const mostNearest = 3
const mostShownLength = 200

/**
 * The edits that replace all these passages, or why one of them cannot be replaced. All are matched against the given
 * text, character by character, except that CRLF and LF count as equal, and what is nowhere as it is written is looked for
 * in any Unicode form; new lines end as those around them do.
 *
 *     findPassages('one two', [{ old: 'two', new: 'three', all: false }])
 *     // { kind: 'found', edits: [{ start: 4, end: 7, insert: 'three' }], places: 1 }
 */
export function findPassages(text: string, passages: readonly PassageEdit[]): PassagesFound {
  const plain = withoutReturns(text)
  let composed: ComposedText | undefined
  const edits: (TextEdit & { readonly index: number })[] = []
  for (const [index, passage] of passages.entries()) {
    const old = passage.old.replaceAll('\r\n', '\n')
    const exact = occurrences(plain.text, old, passage.all).map((start) => ({
      start,
      end: start + old.length,
    }))
    const found =
      exact.length > 0 ? exact : inAnyForm((composed ??= composedText(plain.text)), old, passage.all)
    if (found.length === 0) return { kind: 'missing', index, nearest: nearestLines(plain.text, old) }
    if (found.length > 1 && !passage.all) {
      const places = found.slice(0, mostShown).map(({ start }) => lineOf(plain.text, start))
      return { kind: 'ambiguous', index, count: found.length, places }
    }
    // The whole text is searched for its line ends, which may be long: so once, and not for each place.
    const usual = withLineEnds(passage.new, text)
    for (const place of found) {
      const start = plain.offsetOf(place.start)
      const end = plain.offsetOf(place.end)
      const replaced = text.slice(start, end)
      const insert = replaced.includes('\n') ? withLineEnds(passage.new, replaced) : usual
      edits.push({ start, end, insert, index })
    }
  }
  edits.sort((a, b) => a.start - b.start || a.end - b.end)
  const clash = edits.findIndex((edit, place) => edit.start < (edits[place - 1]?.end ?? 0))
  const [before, after] = [edits[clash - 1], edits[clash]]
  if (before !== undefined && after !== undefined) {
    const [other, index] = [before.index, after.index].sort((a, b) => a - b)
    return { kind: 'overlapping', index: index ?? 0, other: other ?? 0, place: lineOf(text, after.start) }
  }
  return {
    kind: 'found',
    edits: edits.map(({ start, end, insert }) => ({ start, end, insert })),
    places: edits.length,
  }
}

/** Where `old` begins. Overlapping occurrences count, too, unless each one is to be replaced. */
function occurrences(text: string, old: string, all: boolean): readonly number[] {
  const starts: number[] = []
  // Half of a surrogate pair would be separated from its other half.
  if (old === '' || /\p{Surrogate}/u.test(old)) return starts
  const step = all ? old.length : 1
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + step)) starts.push(at)
  return starts
}

function inAnyForm({ text, offsetOf }: ComposedText, old: string, all: boolean) {
  const wanted = old.normalize('NFC')
  return occurrences(text, wanted, all).flatMap((at) => {
    const [start, end] = [offsetOf(at), offsetOf(at + wanted.length)]
    return start === null || end === null ? [] : [{ start, end }]
  })
}

/** A text with `\n` for every `\r\n`, and a map of its offsets to the original. */
function withoutReturns(text: string): {
  readonly text: string
  readonly offsetOf: (offset: number) => number
} {
  if (!text.includes('\r\n')) return { text, offsetOf: (offset) => offset }
  // The offsets, in the shorter text, of the line breaks that have lost their return.
  const breaks: number[] = []
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2))
    breaks.push(at - breaks.length)
  // A place before such a break is also before its return.
  const offsetOf = (offset: number) => offset + lineAt(breaks, offset - 1)
  return { text: text.replaceAll('\r\n', '\n'), offsetOf }
}

function lineOf(text: string, offset: number): ShownLine {
  const starts = findLineStarts(text)
  const line = lineAt(starts, offset)
  return { line, text: shown(text.slice(starts[line - 1], starts[line])) }
}

/** The lines that share the most character pairs with the passage's first line that has words. */
function nearestLines(text: string, old: string): readonly ShownLine[] {
  const wanted = pairsOf(old.split('\n').find((line) => line.trim() !== '') ?? '')
  if (wanted.size === 0) return []
  return text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line, likeness: likeness(wanted, pairsOf(line)) }))
    .filter((candidate) => candidate.likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness || a.line - b.line)
    .slice(0, mostNearest)
    .map(({ line, text }) => ({ line, text: shown(text) }))
}

/** Dice's coefficient: 1 for equal pairs, 0 for none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const pair of b) if (a.has(pair)) common += 1
  return (2 * common) / (a.size + b.size || 1)
}

function pairsOf(line: string): ReadonlySet<string> {
  const letters = line.trim().toLowerCase().slice(0, mostShownLength)
  const pairs = new Set<string>()
  for (let at = 0; at + 2 <= letters.length; at += 1) pairs.add(letters.slice(at, at + 2))
  return pairs
}

function shown(line: string): string {
  return shorten(line.trimEnd(), mostShownLength)
}
