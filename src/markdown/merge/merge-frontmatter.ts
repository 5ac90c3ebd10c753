import { setProperties } from '../edit/set-properties.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { readLayout } from '../read/frontmatter-layout.ts'
import { isStrictYaml } from '../read/read-yaml.ts'
import { withEdits } from './find-edits.ts'
import { keepsAll } from './keeps.ts'
import { keepsSingleChanges, keepsValues } from './keeps-values.ts'
import { joinLineEnds, splitLines, textOf, type Line } from './line.ts'
import { mergeLines } from './merge-lines.ts'
import { mergeOrder } from './merge-order.ts'
import { agreedIn, countConflicts, type ConflictMarks, type ThreeWays } from './merged.ts'

export interface MergedFrontmatter {
  readonly lines: readonly Line[]
  readonly conflicts: number
}

/**
 * Merges frontmatter, fences included, by its keys: tags and aliases as sets, of two times of the last change the later. A
 * key that both changed keeps our value, and theirs stands in comments below. Null where it cannot be read.
 */
export function mergeFrontmatter(
  sides: ThreeWays<readonly Line[]>,
  marks: ConflictMarks,
  lineEnd: '\n' | '\r\n',
): MergedFrontmatter | null {
  const { base, ours, theirs } = sides
  const [old, mine, yours] = [base, ours, theirs].map((lines) => joinLineEnds(lines, lineEnd))
  if (mine === yours || yours === old) return { lines: ours, conflicts: 0 }
  if (mine === old) return { lines: theirs, conflicts: 0 }
  const entries = readSides(sides, lineEnd)
  if (entries === null) return null
  const merged = mergeEntries(entries, marks, lineEnd)
  const [open, close] = [0, -1].map((at) => (ours.length === 0 ? theirs : ours).at(at))
  if (open === undefined || close === undefined) return { lines: [], conflicts: 0 }
  if (merged.lines.length === 0 && (ours.length === 0 || theirs.length === 0))
    return { lines: [], conflicts: 0 }
  const lines = [open, ...merged.lines, close]
  const { problem, data } = readFrontmatter(joinLineEnds(lines, lineEnd))
  const isStrict = areStrict([merged.lines], lineEnd) || !areStrict(innerLines(sides), lineEnd)
  const values = {
    base: valueOf('', innerOf(base), lineEnd),
    ours: valueOf('', innerOf(ours), lineEnd),
    theirs: valueOf('', innerOf(theirs), lineEnd),
  }
  if (problem === null && isStrict && keepsSingleChanges(values, data))
    return { lines, conflicts: merged.conflicts }
  // A key of one side may need an anchor that the other took away or gave to another value.
  const whole = inComments(innerOf(ours), innerOf(theirs), marks, lineEnd)
  return { lines: [open, ...whole, close], conflicts: 1 }
}

function areStrict(sides: readonly (readonly Line[])[], lineEnd: '\n' | '\r\n'): boolean {
  return sides.every((lines) => isStrictYaml(joinLineEnds(lines, lineEnd)))
}

function innerLines({ base, ours, theirs }: ThreeWays<readonly Line[]>): readonly (readonly Line[])[] {
  return [base, ours, theirs].map(innerOf)
}

function innerOf(lines: readonly Line[]): readonly Line[] {
  return lines.slice(1, -1)
}

/** The lines of each key, with the comments and blank lines above it; what follows the last key is under ``. */
type Entries = ReadonlyMap<string, readonly Line[]>

/** YAML of which the keys have no lines of their own is one thing. Null where that of a side cannot be read. */
function readSides(sides: ThreeWays<readonly Line[]>, lineEnd: '\n' | '\r\n'): ThreeWays<Entries> | null {
  const { base, ours, theirs } = sides
  const [old, mine, yours] = [base, ours, theirs].map((lines) => readEntries(lines, lineEnd))
  if (old && mine && yours) return { base: old, ours: mine, theirs: yours }
  if (!areStrict(innerLines(sides), lineEnd)) return null
  const asOne = (lines: readonly Line[]) => new Map([['', innerOf(lines)]])
  return { base: asOne(base), ours: asOne(ours), theirs: asOne(theirs) }
}

function readEntries(lines: readonly Line[], lineEnd: '\n' | '\r\n'): Entries | null {
  const entries = new Map<string, readonly Line[]>()
  if (lines.length === 0) return entries
  const inner = innerOf(lines)
  const yaml = joinLineEnds(inner, lineEnd)
  const layout = readLayout(yaml)
  if (layout === null || layout.isFlow || readFrontmatter(joinLineEnds(lines, lineEnd)).problem !== null)
    return null
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
function endOfEntry(lines: readonly Line[], last: number, next = lines.length): number {
  let end = last + 1
  for (let at = end; at < next; at += 1) if (/^\s+\S/.test(lines[at]?.text ?? '')) end = at + 1
  return end
}

function mergeEntries(
  sides: ThreeWays<Entries>,
  marks: ConflictMarks,
  lineEnd: '\n' | '\r\n',
): MergedFrontmatter {
  const keysOf = (entries: Entries) => [...entries.keys()].filter((key) => key !== '')
  const order = mergeOrder({
    base: keysOf(sides.base),
    ours: keysOf(sides.ours),
    theirs: keysOf(sides.theirs),
  })
  const lines: Line[] = []
  let conflicts = 0
  for (const key of [...order, '']) {
    const entry = { base: sides.base.get(key), ours: sides.ours.get(key), theirs: sides.theirs.get(key) }
    const settled = mergeEntry(key, entry, lineEnd)
    if (settled !== null) lines.push(...settled)
    else {
      conflicts += 1
      lines.push(...inComments(entry.ours ?? [], entry.theirs ?? [], marks, lineEnd))
    }
  }
  return { lines, conflicts }
}

type Entry = ThreeWays<readonly Line[] | undefined>

/** The lines of a key, none where it is gone; null where both sides changed it. */
function mergeEntry(
  key: string,
  { base, ours, theirs }: Entry,
  lineEnd: '\n' | '\r\n',
): readonly Line[] | null {
  const written = (lines: readonly Line[] | undefined) => lines?.map(textOf).join('\n')
  const [old, mine, yours] = [written(base), written(ours), written(theirs)]
  if (mine === yours || yours === old) return ours ?? []
  if (mine === old) return theirs ?? []
  if (ours === undefined || theirs === undefined) return null
  const entry = { base: base ?? [], ours, theirs }
  const isSet = setKeys.has(key.toLowerCase())
  if (isSet || timeKeys.has(key.toLowerCase().replaceAll(/[\s_-]/g, ''))) {
    const merged = (isSet ? mergeSet : later)(key, entry, lineEnd)
    return merged !== null && keepsComments(entry, merged) ? merged : null
  }
  // A value is one thing; of a list or a text below the key each line is.
  if (base === undefined || ![base, ours, theirs].every(hasLinesBelowKey)) return null
  const edited = withEdits(entry, textOf)
  const pieces = mergeLines(edited)
  if (countConflicts(pieces) > 0 || !keepsAll(edited, pieces)) return null
  const merged = agreedIn(pieces)
  const values = {
    base: valueOf(key, base, lineEnd),
    ours: valueOf(key, ours, lineEnd),
    theirs: valueOf(key, theirs, lineEnd),
  }
  const isStrict = areStrict([merged], lineEnd) || !areStrict([base, ours, theirs], lineEnd)
  const isKept = isStrict && keepsValues(values, valueOf(key, merged, lineEnd))
  return isKept ? merged : null
}

function hasLinesBelowKey(lines: readonly Line[]): boolean {
  return lines.filter(({ text }) => !/^\s*(?:#|$)/.test(text)).length > 1
}

/** Whether each comment that a side added is there. */
function keepsComments({ base, ours, theirs }: ThreeWays<readonly Line[]>, merged: readonly Line[]): boolean {
  const kept = new Set([base, merged].flatMap(commentsIn))
  return [ours, theirs].flatMap(commentsIn).every((comment) => kept.has(comment))
}

function commentsIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ text }) => /(?<=^|\s)#.*/.exec(text)?.[0].trim() ?? [])
}

const setKeys = new Set(['tags', 'tag', 'aliases', 'alias', 'cssclasses'])
/** Of the time of the last change, without what parts the words of a key. */
const timeKeys = new Set([
  'updated',
  'lastupdated',
  'modified',
  'lastmodified',
  'datemodified',
  'lastmod',
  'mtime',
])

function valueOf(key: string, lines: readonly Line[], lineEnd: '\n' | '\r\n'): unknown {
  const { data } = readFrontmatter(note(lines, lineEnd))
  return key === '' ? data : data[key]
}

function note(lines: readonly Line[], lineEnd: '\n' | '\r\n'): string {
  return joinLineEnds([{ text: '---', end: lineEnd }, ...lines, { text: '---', end: lineEnd }], lineEnd)
}

/** What neither removed and either added. Written into the side's text that is the lesser, so that it is the same for both. */
function mergeSet(
  key: string,
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  lineEnd: '\n' | '\r\n',
): readonly Line[] | null {
  const [old, mine, yours] = [base, ours, theirs].map((lines) => listOf(key, valueOf(key, lines, lineEnd)))
  if (old === undefined || mine === undefined || yours === undefined) return null
  if (old === null || mine === null || yours === null) return null
  const values = mergeOrder({ base: old, ours: mine, theirs: yours }).filter((value) =>
    old.includes(value) ? mine.includes(value) && yours.includes(value) : true,
  )
  const [text = ''] = [note(ours, lineEnd), note(theirs, lineEnd)].sort()
  return splitLines(setProperties(text, { changes: { [key]: values } })).slice(1, -1)
}

function isAlias(key: string): boolean {
  return /^alias(?:es)?$/i.test(key)
}

/** Texts, as a list or, tags, separated by commas or blanks; null for anything else. */
function listOf(key: string, value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') {
    if (isAlias(key)) return [value]
    const words = value.split(/[,\s]+/).filter((word) => word !== '')
    // YAML reads the items below a value as more of it.
    return words.includes('-') ? null : words
  }
  if (!Array.isArray(value)) return null
  const items: readonly unknown[] = value
  const texts = items.filter((item): item is string => typeof item === 'string')
  return texts.length === items.length ? [...new Set(texts)] : null
}

function later(
  key: string,
  { ours, theirs }: ThreeWays<readonly Line[]>,
  lineEnd: '\n' | '\r\n',
): readonly Line[] | null {
  const [mine, yours] = [ours, theirs].map((lines) => timeOf(valueOf(key, lines, lineEnd)))
  if (mine === undefined || yours === undefined || Number.isNaN(mine) || Number.isNaN(yours)) return null
  if (mine === yours)
    return [ours, theirs].sort((a, b) => (a.map(textOf).join() < b.map(textOf).join() ? -1 : 1))[0] ?? null
  return mine > yours ? ours : theirs
}

/** Milliseconds; NaN for what is not written from the year down to the smaller parts: other orders are read in two ways. */
function timeOf(value: unknown): number {
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
}

/** Our lines as they are, theirs in comments: YAML with marks in it could not be read. */
function inComments(
  ours: readonly Line[],
  theirs: readonly Line[],
  marks: ConflictMarks,
  lineEnd: '\n' | '\r\n',
): readonly Line[] {
  const comment = (text: string): Line => ({ text: `# ${text}`, end: lineEnd })
  const named = (sign: string, name: string) => comment(`${sign.repeat(marks.size)} ${name}`.trimEnd())
  return [
    named('<', marks.ours),
    ...ours,
    named('=', ''),
    ...theirs.map(({ text }) => comment(text)),
    named('>', marks.theirs),
  ]
}
