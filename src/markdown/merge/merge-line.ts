import { countEach } from '../../model/count-each.ts'
import { readParts, type LinePart, type LineParts } from './line-parts.ts'
import { mergeCells } from './merge-cells.ts'
import { commonEnds } from '../text/shared-ends.ts'
import { longestRising } from './merge-order.ts'
import { mapWays, type ThreeWays } from './merged.ts'
import { saysTheSame } from './says-the-same.ts'

/**
 * One line that both sides changed: its parts are a list item's marker and state, links, tags, dates of a task, sentences, and in a
 * table the cells. Null where both changed the same part, or where it is not certain which part of one is which of the other.
 *
 *     mergeLine({ base: '- [ ] Call [[Ada]]', ours: '- [x] Call [[Ada]]', theirs: '- [ ] Call [[Ada Byron]]' })
 *     // '- [x] Call [[Ada Byron]]'
 */
export function mergeLine(sides: ThreeWays<string>): string | null {
  const { base, ours, theirs } = sides
  // Where a comment begins and ends, all between depends on it.
  if ([ours, theirs].some((text) => commentSigns(text) !== commentSigns(base))) return null
  if (/^\s*\|/.test(base)) return mergeCells(sides)
  const read = mapWays(sides, readParts)
  const { base: old, ours: mine, theirs: yours } = read
  const edits = findPartEdits(old.parts, mine.parts)
  const others = findPartEdits(old.parts, yours.parts).filter(
    (other) => !edits.some((edit) => isAlike(edit, other)),
  )
  if (others.some((other) => edits.some((edit) => !areApart(edit, other, old.parts)))) return null
  // Whoever ticks a task ticks what it says, and not what was written in its place. What both ticked is ticked.
  const { base: state, ours: one, theirs: other } = mapWays(read, stateOf)
  if (state !== undefined && one !== other && !saysTheSame(base, one === state ? ours : theirs)) return null
  const parts = carryOut(old.parts, [...edits, ...others])
  const rest = mergeText(mapWays(read, (line) => line.rest))
  const merged = parts.map((part) => withGap(part, read))
  if (rest === null || !merged.every((part) => part !== null)) return null
  // Two parts that nobody wrote right beside each other would read as one.
  const joints = new Set([old, mine, yours].flatMap(({ parts: some }) => jointsOf(some)))
  if (jointsOf(merged).some((joint) => !joints.has(joint))) return null
  if (isDoubled(merged, [old, mine, yours])) return null
  const text = merged.map((part) => part.gap + part.text).join('') + rest
  // What was put together must not read as other parts.
  const now = readParts(text).parts
  return now.length === parts.length && now.every((part, at) => part.text === parts[at]?.text) ? text : null
}

function commentSigns(text: string): string {
  return (text.match(/%%|<!--|-->/g) ?? []).join('')
}

/** Parts of one side that stand where `start` to `end` of the base stood. */
interface PartEdit {
  readonly start: number
  readonly end: number
  readonly parts: readonly LinePart[]
}

/**
 * What a side did, between parts that are there once in what it changed: a part that comes again is an anchor for nothing, and where
 * one does all between the first and the last change is one.
 */
function findPartEdits(base: readonly LinePart[], side: readonly LinePart[]): readonly PartEdit[] {
  const keyOf = ({ kind, text }: LinePart) => `${kind} ${text}`
  const { head: start, tail } = commonEnds(base.map(keyOf), side.map(keyOf))
  const [end, sideEnd] = [base.length - tail, side.length - tail]
  if (start === end && start === sideEnd) return []
  const [was, is] = [base.slice(start, end), side.slice(start, sideEnd)]
  const anchors = isUnique(was) && isUnique(is) ? commonInOrder(was, is) : []
  const edits: PartEdit[] = []
  let [at, sideAt] = [0, 0]
  for (const [from, to] of [...anchors, [was.length, is.length] as const]) {
    if (from > at || to > sideAt)
      edits.push({ start: start + at, end: start + from, parts: is.slice(sideAt, to) })
    ;[at, sideAt] = [from + 1, to + 1]
  }
  return edits
}

/** Whether both sides did the same. */
function isAlike(one: PartEdit, other: PartEdit): boolean {
  const isOnePlace = one.start === other.start && one.end === other.end
  return (
    isOnePlace &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, at) => isSame(part, other.parts[at]))
  )
}

function isSame(one: LinePart | undefined, other: LinePart | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && one.text === other.text
}

function isUnique(parts: readonly LinePart[]): boolean {
  return new Set(parts.map(({ text }) => text)).size === parts.length
}

/** The parts that both have, as many as stand in one order. */
function commonInOrder(
  was: readonly LinePart[],
  is: readonly LinePart[],
): readonly (readonly [number, number])[] {
  const pairs = was.map((part, from) => [from, is.findIndex((other) => isSame(part, other))] as const)
  return longestRising(
    pairs.filter(([, to]) => to >= 0),
    ([, to]) => to,
  )
}

/**
 * Whether two edits of the two sides have nothing to do with each other: a part that both kept stands between them, or they are
 * right beside each other and each puts parts for as many of their kinds, or marks behind them or alone.
 */
function areApart(one: PartEdit, other: PartEdit, base: readonly LinePart[]): boolean {
  const [first, second] = one.start <= other.start && one.end <= other.end ? [one, other] : [other, one]
  if (first.end < second.start) return true
  if (first.end > second.start) return false
  const isInsertion = (edit: PartEdit) => edit.start === edit.end
  if (isInsertion(first) && isInsertion(second)) return false
  return [first, second].every((edit) =>
    isInsertion(edit) ? edit.parts.every(({ kind }) => kind === 'mark') : isReplacement(edit, base),
  )
}

function isReplacement({ start, end, parts }: PartEdit, base: readonly LinePart[]): boolean {
  return (
    end - start <= parts.length &&
    parts.every(({ kind }, at) => kind === (start + at < end ? base[start + at]?.kind : 'mark'))
  )
}

/** Whether something stands more often than in any of these lines: nobody wrote one thing twice, nor two values of one field. */
function isDoubled(parts: readonly LinePart[], lines: readonly LineParts[]): boolean {
  const known = lines.map((line) => countEach(line.parts.flatMap(nameOf)))
  return [...countEach(parts.flatMap(nameOf))].some(([name, count]) =>
    known.every((counts) => (counts.get(name) ?? 0) < count),
  )
}

/** What a part is called where it can stand only once: a field or a date by its name or sign, anything else by its text. */
function nameOf({ kind, text }: LinePart): readonly string[] {
  if (kind !== 'mark') return kind === 'prose' ? [text] : []
  const { field, sign } =
    /^(?:[[(](?<field>[\w -]+)::|(?<sign>\p{Extended_Pictographic}))/u.exec(text)?.groups ?? {}
  return [field ?? (sign !== undefined && priorities.includes(sign) ? 'priority' : (sign ?? text))]
}

/** The signs of the Tasks plugin, of which a task has one. */
const priorities = '🔺⏫🔼🔽⏬'

/** The parts that stand together without a blank, as `[[Ada]]` and a comma do. */
function jointsOf(parts: readonly LinePart[]): readonly string[] {
  return parts.flatMap(({ kind, text, gap }, at) => {
    const before = parts[at - 1]
    const isFree = gap !== '' || before === undefined || before.kind === 'indent' || before.kind === 'marker'
    return isFree || kind === 'state' ? [] : [`${before.text}\n${text}`]
  })
}

/** The state of a task; undefined for any other line. */
function stateOf({ parts }: LineParts): string | undefined {
  return parts.find(({ kind }) => kind === 'state')?.text
}

function carryOut(base: readonly LinePart[], edits: readonly PartEdit[]): readonly LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  // What is put in stands before what is replaced there.
  for (const { start, end, parts: put } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    for (const part of [...base.slice(at, start), ...put]) parts.push(part)
    at = end
  }
  return [...parts, ...base.slice(at)]
}

/** A part with the blanks before it as the side has them that changed these; null where both did. */
function withGap(part: LinePart, lines: ThreeWays<LineParts>): LinePart | null {
  const gaps = mapWays(lines, ({ parts }) =>
    parts.filter((other) => isSame(part, other)).map(({ gap }) => gap),
  )
  // What one side wrote, and what stands there several times, is as it is.
  if ([gaps.base, gaps.ours, gaps.theirs].some(({ length }) => length !== 1)) return part
  const gap = mergeText(mapWays(gaps, ([own = '']) => own))
  return gap === null ? null : { ...part, gap }
}

/** What one side alone changed, or both alike; null for anything else. */
function mergeText({ base, ours, theirs }: ThreeWays<string>): string | null {
  if (ours === theirs || theirs === base) return ours
  return ours === base ? theirs : null
}
