import { diffArrays } from 'diff/lib/diff/array.js'
import { wholeCharacters } from '../../model/whole-characters.ts'
import { sharedCharacters } from './shared-ends.ts'

export interface CutLines {
  readonly lines: readonly string[]
  /** Whether some of what differs is not in the lines. */
  readonly isCut: boolean
}

/**
 * The lines of a hunk, each with its sign, cut where they are long: what both texts have is left out before anything in
 * which they differ is. Each gap says how many characters are missing.
 *
 *     cutLines(['-long … 100 euros', '+long … 900 euros'], 400)   // ['-(520 more) …price is 100 euros', …]
 */
export function cutLines(lines: readonly string[], most: number): CutLines {
  const shown: string[] = []
  let isCut = false
  for (let at = 0; at < lines.length;) {
    let end = at
    while (isChanged(lines[end])) end += 1
    if (end === at) {
      shown.push(cutEnd(lines[at] ?? '', most).text)
      at += 1
      continue
    }
    const run = cutRun(lines.slice(at, end), most)
    shown.push(...run.lines)
    isCut ||= run.isCut
    at = end
  }
  return { lines: shown, isCut }
}

function isChanged(line: string | undefined): boolean {
  return line !== undefined && /^[-+\\]/.test(line)
}

/** Lines that went and those that came in their place. */
function cutRun(run: readonly string[], most: number): CutLines {
  if (run.every((line) => line.length <= most)) return { lines: run, isCut: false }
  const shown: string[] = [...run]
  let isCut = false
  const put = (at: number, { text, isCut: isOne }: Cut) => {
    shown[at] = (run[at] ?? '').slice(0, 1) + text
    isCut ||= isOne
  }
  const others = new Set([...run.keys()].filter((at) => (run[at]?.length ?? 0) > most))
  for (const [before, after] of pairsOf(run, most)) {
    const pair = cutPair((run[before] ?? '').slice(1), (run[after] ?? '').slice(1), most - 1)
    put(before, pair.before)
    put(after, pair.after)
    others.delete(before)
    others.delete(after)
  }
  for (const at of others) put(at, cutEnd((run[at] ?? '').slice(1), most - 1))
  return { lines: shown, isCut }
}

/** Which line took the place of which: those with the most in common at their ends, then the others in their order. */
function pairsOf(run: readonly string[], most: number): readonly (readonly [number, number])[] {
  const places = (sign: string) => [...run.keys()].filter((at) => run[at]?.startsWith(sign) === true)
  const removed = places('-')
  const left = new Set(places('+'))
  const isLong = (at: number) => (run[at]?.length ?? 0) > most
  const pairs: (readonly [number, number])[] = []
  const alone: number[] = []
  for (const before of removed) {
    const candidates = [...left].slice(0, mostCandidates).filter((after) => isLong(before) || isLong(after))
    const scored = candidates.map((after) => ({
      after,
      score: likeness(run[before] ?? '', run[after] ?? ''),
    }))
    const best = scored.toSorted((a, b) => b.score - a.score)[0]
    if (best !== undefined && best.score >= leastLikeness) {
      left.delete(best.after)
      pairs.push([before, best.after])
    } else if (isLong(before)) alone.push(before)
  }
  const rest = [...left].filter(isLong)
  return [...pairs, ...alone.slice(0, rest.length).map((before, at) => [before, rest[at] ?? 0] as const)]
}

const mostCandidates = 50
const leastLikeness = 0.25

function likeness(before: string, after: string): number {
  const { start, end } = sharedCharacters(before.slice(1), after.slice(1))
  return (start + end) / Math.max(1, Math.min(before.length, after.length))
}

interface Cut {
  readonly text: string
  readonly isCut: boolean
}

/** What both lines have, or what one has in the place of what the other has. */
interface Segment {
  readonly isSame: boolean
  readonly before: string
  readonly after: string
}

function cutPair(before: string, after: string, most: number) {
  const segments = compareWords(before, after)
  return {
    before: joined(
      segments.map(({ isSame, before: text }) => ({ isSame, text })),
      most,
    ),
    after: joined(
      segments.map(({ isSame, after: text }) => ({ isSame, text })),
      most,
    ),
  }
}

function compareWords(before: string, after: string): readonly Segment[] {
  const changes =
    Math.max(before.length, after.length) > mostCompared
      ? undefined
      : diffArrays(before.match(word) ?? [], after.match(word) ?? [], { maxEditLength: mostSteps })
  if (changes === undefined) return compareEnds(before, after)
  const segments: Segment[] = []
  for (const { added, removed, value } of changes) {
    const text = value.join('')
    const last = segments.at(-1)
    if (!added && !removed) segments.push({ isSame: true, before: text, after: text })
    else {
      const own = last?.isSame === false ? last : { before: '', after: '' }
      if (last?.isSame === false) segments.pop()
      segments.push({
        isSame: false,
        before: own.before + (removed ? text : ''),
        after: own.after + (added ? text : ''),
      })
    }
  }
  return segments
}

const word = /\p{L}+|\p{N}+|\s+|./gsu
const mostCompared = 100_000
const mostSteps = 300

function compareEnds(before: string, after: string): readonly Segment[] {
  const shared = sharedCharacters(before, after)
  const start = wholeCharacters(before, shared.start)
  const end = Math.max(0, shared.end - 1)
  const part = (text: string) => text.slice(start, text.length - end)
  return [
    { isSame: true, before: before.slice(0, start), after: before.slice(0, start) },
    { isSame: false, before: part(before), after: part(after) },
    { isSame: true, before: before.slice(before.length - end), after: after.slice(after.length - end) },
  ]
}

/** One side of a pair, without the middle of what is the same. */
function joined(parts: readonly { readonly isSame: boolean; readonly text: string }[], most: number): Cut {
  let text = ''
  let room = most
  for (const [at, part] of parts.entries()) {
    const piece = part.isSame ? around(part.text, at > 0, at < parts.length - 1) : part.text
    if (piece.length <= room) {
      text += piece
      room -= piece.length
      continue
    }
    const rest = parts.slice(at)
    const cut = cutEnd(rest.map((one) => one.text).join(''), room)
    return { text: text + cut.text, isCut: rest.some(({ isSame }) => !isSame) }
  }
  return { text, isCut: false }
}

const context = 40

/** What is the same, but for its middle: the beginning after a difference, the end before one. */
function around(text: string, isAfter: boolean, isBefore: boolean): string {
  const start = isAfter ? wholeCharacters(text, context) : 0
  const end = isBefore ? Math.max(start, wholeCharacters(text, text.length - context)) : text.length
  const left = end - start
  if (left < context) return text
  const gap = `(${left} more)`
  return [
    ...(isAfter ? [`${text.slice(0, start)}…`] : []),
    gap,
    ...(isBefore ? [`…${text.slice(end)}`] : []),
  ].join(' ')
}

function cutEnd(text: string, most: number): Cut {
  if (text.length <= most) return { text, isCut: false }
  const end = wholeCharacters(text, most)
  return { text: `${text.slice(0, end)}… (${text.length - end} more)`, isCut: true }
}
