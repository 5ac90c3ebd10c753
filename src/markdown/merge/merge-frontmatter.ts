import { setProperties } from '../edit/set-properties.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { readLayout } from '../read/frontmatter-layout.ts'
import { isStrictYaml } from '../read/read-yaml.ts'
import { withEdits } from './find-edits.ts'
import { keepsAll } from './keeps.ts'
import { keepsSingleChanges, keepsValues } from './keeps-values.ts'
import { splitLines, textOf } from './line.ts'
import { mergeLines } from './merge-lines.ts'
import { mergeOrder } from './merge-order.ts'
import {
  agreedIn,
  countConflicts,
  mapWays,
  withoutNull,
  type ConflictMarks,
  type ThreeWays,
} from './merged.ts'

type Lines = readonly string[]

export interface MergedFrontmatter {
  readonly lines: Lines
  readonly conflicts: number
}

/**
 * Merges frontmatter, fences included, by its keys: tags and aliases as sets, of two times of the last change the later, of two at
 * which a note was made the earlier. A key that both changed keeps our value, and theirs stands in comments below. Null where it
 * cannot be read.
 */
export function mergeFrontmatter(sides: ThreeWays<Lines>, marks: ConflictMarks): MergedFrontmatter | null {
  const { ours, theirs } = sides
  const { base: old, ours: mine, theirs: yours } = mapWays(sides, textOf)
  if (mine === yours || yours === old) return { lines: ours, conflicts: 0 }
  if (mine === old) return { lines: theirs, conflicts: 0 }
  const entries = readSides(sides)
  if (entries === null) return null
  const merged = mergeEntries(entries, marks)
  if (merged.lines.length === 0 && (ours.length === 0 || theirs.length === 0)) return merged
  const fences = ours.length === 0 ? theirs : ours
  const fenced = (lines: Lines) => [...fences.slice(0, 1), ...lines, ...fences.slice(-1)]
  const inner = mapWays(sides, innerOf)
  const lines = fenced(merged.lines)
  const { problem, data } = readFrontmatter(textOf(lines))
  const staysStrict = isStrict(merged.lines) || !areStrict(inner)
  if (problem === null && staysStrict && keepsSingleChanges(mapWays(inner, dataOf), data))
    return { lines, conflicts: merged.conflicts }
  // A key of one side may need an anchor that the other took away or gave to another value.
  return { lines: fenced(inComments(inner.ours, inner.theirs, marks)), conflicts: 1 }
}

function isStrict(lines: Lines): boolean {
  return isStrictYaml(textOf(lines))
}

function areStrict({ base, ours, theirs }: ThreeWays<Lines>): boolean {
  return [base, ours, theirs].every(isStrict)
}

function innerOf(lines: Lines): Lines {
  return lines.slice(1, -1)
}

/** The lines of each key, with the comments and blank lines above it; what follows the last key is under ``. */
type Entries = ReadonlyMap<string, Lines>

/** YAML of which the keys have no lines of their own is one thing. Null where that of a side cannot be read. */
function readSides(sides: ThreeWays<Lines>): ThreeWays<Entries> | null {
  const entries = withoutNull(mapWays(sides, readEntries))
  if (entries !== null) return entries
  const inner = mapWays(sides, innerOf)
  return areStrict(inner) ? mapWays(inner, (lines) => new Map([['', lines]])) : null
}

function readEntries(lines: Lines): Entries | null {
  const entries = new Map<string, Lines>()
  if (lines.length === 0) return entries
  const inner = innerOf(lines)
  const yaml = textOf(inner)
  const layout = readLayout(yaml)
  if (layout === null || layout.isFlow || readFrontmatter(textOf(lines)).problem !== null) return null
  const lineOf = (offset: number) => yaml.slice(0, offset).split('\n').length - 1
  let from = 0
  for (const { key, keyStart, afterColon, valueEnd } of layout.entries) {
    if (entries.has(key) || lineOf(keyStart) < from) return null
    const next = layout.entries.find((entry) => entry.keyStart > keyStart)
    const end = endOfEntry(inner, lineOf(Math.max(afterColon, valueEnd)), next && lineOf(next.keyStart))
    entries.set(key, inner.slice(from, end))
    from = end
  }
  if (from < inner.length) entries.set('', inner.slice(from))
  return entries
}

/** Lines that are indented below a key belong to it, as a block of text does with its last blank lines. */
function endOfEntry(lines: Lines, last: number, next = lines.length): number {
  let end = last + 1
  for (let at = end; at < next; at += 1) if (/^\s+\S/.test(lines[at] ?? '')) end = at + 1
  return end
}

function mergeEntries(sides: ThreeWays<Entries>, marks: ConflictMarks): MergedFrontmatter {
  const order = mergeOrder(mapWays(sides, (entries) => [...entries.keys()].filter((key) => key !== '')))
  const lines: string[] = []
  let conflicts = 0
  for (const key of [...order, '']) {
    const entry = mapWays(sides, (entries) => entries.get(key))
    const settled = mergeEntry(key, entry)
    if (settled === null) conflicts += 1
    for (const line of settled ?? inComments(entry.ours ?? [], entry.theirs ?? [], marks)) lines.push(line)
  }
  return { lines, conflicts }
}

/** The lines of a key, none where it is gone; null where both sides changed it. */
function mergeEntry(key: string, entry: ThreeWays<Lines | undefined>): Lines | null {
  const { base: old, ours: mine, theirs: yours } = mapWays(entry, (lines) => lines?.join('\n'))
  const { base, ours, theirs } = entry
  if (mine === yours || yours === old) return ours ?? []
  if (mine === old) return theirs ?? []
  if (ours === undefined || theirs === undefined) return null
  const sides = { base: base ?? [], ours, theirs }
  const plainKey = key.toLowerCase().replaceAll(/[\s_-]/g, '')
  const merge = setKeys.has(key.toLowerCase())
    ? mergeSet
    : changeTimes.has(plainKey)
      ? later
      : base === undefined && creationTimes.has(plainKey)
        ? earlier
        : null
  if (merge !== null) {
    const merged = merge(key, sides)
    return merged !== null && keepsComments(sides, merged) ? merged : null
  }
  // A value is one thing; of a list or a text below the key each line is.
  if (base === undefined || ![base, ours, theirs].every(hasLinesBelowKey)) return null
  const edited = withEdits(sides)
  const pieces = mergeLines(edited)
  if (countConflicts(pieces) > 0 || !keepsAll(edited, pieces)) return null
  const merged = agreedIn(pieces)
  if (!isStrict(merged) && areStrict(sides)) return null
  const values = mapWays(sides, (lines) => valueOf(key, lines))
  return keepsValues(values, valueOf(key, merged)) ? merged : null
}

function hasLinesBelowKey(lines: Lines): boolean {
  return lines.filter((line) => !/^\s*(?:#|$)/.test(line)).length > 1
}

/** Whether each comment that a side added is there. */
function keepsComments({ base, ours, theirs }: ThreeWays<Lines>, merged: Lines): boolean {
  const kept = new Set([base, merged].flatMap(commentsIn))
  return [ours, theirs].flatMap(commentsIn).every((comment) => kept.has(comment))
}

function commentsIn(lines: Lines): Lines {
  return lines.flatMap((line) => /(?<=^|\s)#.*/.exec(line)?.[0].trim() ?? [])
}

const setKeys = new Set(['tags', 'tag', 'aliases', 'alias', 'cssclasses'])
/** Of the time of the last change, without what parts the words of a key. */
const changeTimes = new Set([
  'updated',
  'lastupdated',
  'modified',
  'lastmodified',
  'datemodified',
  'lastmod',
  'mtime',
])
/** Of the time at which a note was made, which two have who made the same one. */
const creationTimes = new Set(['created', 'datecreated', 'createdat', 'ctime'])

/** The value of a key in the YAML, all of it for what has none. */
function valueOf(key: string, lines: Lines): unknown {
  return key === '' ? dataOf(lines) : dataOf(lines)[key]
}

function dataOf(lines: Lines): Readonly<Record<string, unknown>> {
  return readFrontmatter(noteOf(lines)).data
}

function noteOf(lines: Lines): string {
  return textOf(['---', ...lines, '---'])
}

/** What neither removed and either added. Written into the side's text that is the lesser, so that it is the same for both. */
function mergeSet(key: string, sides: ThreeWays<Lines>): Lines | null {
  const lists = withoutNull(mapWays(sides, (lines) => listOf(key, valueOf(key, lines))))
  if (lists === null) return null
  const values = mergeOrder(lists).filter(
    (value) => !lists.base.includes(value) || (lists.ours.includes(value) && lists.theirs.includes(value)),
  )
  const [text = ''] = [noteOf(sides.ours), noteOf(sides.theirs)].sort()
  return innerOf(splitLines(setProperties(text, { changes: { [key]: values } })))
}

/** Texts, as a list or, tags, separated by commas or blanks; null for anything else. */
function listOf(key: string, value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') {
    if (/^alias(?:es)?$/i.test(key)) return [value]
    const words = value.split(/[,\s]+/).filter((word) => word !== '')
    // YAML reads the items below a value as more of it.
    return words.includes('-') ? null : words
  }
  if (!Array.isArray(value)) return null
  const items: readonly unknown[] = value
  const texts = items.filter((item): item is string => typeof item === 'string')
  return texts.length === items.length ? [...new Set(texts)] : null
}

function later(key: string, sides: ThreeWays<Lines>): Lines | null {
  return inOrderOfTime(key, sides)?.[1] ?? null
}

function earlier(key: string, sides: ThreeWays<Lines>): Lines | null {
  return inOrderOfTime(key, sides)?.[0] ?? null
}

/** Null where a time cannot be read. Of two that are one moment either side has the same order. */
function inOrderOfTime(key: string, { ours, theirs }: ThreeWays<Lines>): readonly [Lines, Lines] | null {
  const [mine, yours] = [timeOf(valueOf(key, ours)), timeOf(valueOf(key, theirs))]
  if (Number.isNaN(mine) || Number.isNaN(yours)) return null
  const isLater = mine === yours ? ours.join() < theirs.join() : mine > yours
  return isLater ? [theirs, ours] : [ours, theirs]
}

/** Milliseconds; NaN for what is not written from the year down to the smaller parts: other orders are read in two ways. */
function timeOf(value: unknown): number {
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
}

/** Our lines as they are, theirs in comments: YAML with marks in it could not be read. */
function inComments(ours: Lines, theirs: Lines, marks: ConflictMarks): Lines {
  const mark = (sign: string, name = '') => `# ${sign.repeat(marks.size)} ${name}`.trimEnd()
  return [
    mark('<', marks.ours),
    ...ours,
    mark('='),
    ...theirs.map((line) => `# ${line}`),
    mark('>', marks.theirs),
  ]
}
