import type { Frontmatter } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { VaultError } from '../../model/vault-error.ts'
import { equalValues } from '../read/equal-values.ts'
import { findFrontmatter, markEnd } from '../read/find-frontmatter.ts'
import { headerStays } from '../read/foreign-header.ts'
import { editValue } from './edit-value.ts'
import { readLayout, type FrontmatterEntry, type FrontmatterLayout } from '../read/frontmatter-layout.ts'
import { lineBreakBefore, lineEnd, lineStart } from '../text/line-bounds.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { entryLines, renderBlock, renderInline, renderKey } from './render-yaml.ts'
import { toPlainValue } from '../read/to-plain-value.ts'

type Data = Readonly<Record<string, unknown>>
type EditLayout = Parameters<typeof editValue>[3]
/** Keys with their new values; undefined removes a key. */
type Values = readonly (readonly [key: string, value: unknown])[]

/**
 * Edits that set or, with null, remove top-level frontmatter keys and touch only those keys' lines. An unchanged value
 * makes no edit; a note without frontmatter gets one. A key that the note has in another Unicode form alone is that one. The edits are tried out first: a change that would affect
 * anything else fails. A caller that has already read the text's frontmatter hands it over.
 *
 *     editFrontmatter('---\nup: x # y\n---\n', { up: 'z' })   // [{ start: 8, end: 9, insert: 'z' }]
 */
export function editFrontmatter(
  text: string,
  changes: Data,
  frontmatter: Frontmatter = readFrontmatter(text),
): readonly TextEdit[] {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const values = given.map(([key, value]) => [asInNote(frontmatter.data, key), value ?? undefined] as const)
  return editEntries(text, values, frontmatter)
}

function asInNote(data: Data, key: string): string {
  if (Object.hasOwn(data, key)) return key
  return Object.keys(data).find((other) => other.normalize('NFC') === key.normalize('NFC')) ?? key
}

/**
 * Edits that make the frontmatter say just this, in which null is a value; what says the same as before stays as it is
 * written. A frontmatter whose keys cannot be changed one by one is CONFLICT.
 *
 *     replaceFrontmatter('---\na: 1 # x\nb: 2\n---\n', { a: 1, b: null })   // [{ start: 15, end: 17, insert: '' }]
 */
export function replaceFrontmatter(text: string, wanted: Data): readonly TextEdit[] {
  const frontmatter = readFrontmatter(text)
  const gone = Object.keys(frontmatter.data).filter((key) => !Object.hasOwn(wanted, key))
  const removals = gone.map((key) => [key, undefined] as const)
  return editEntries(text, [...removals, ...Object.entries(wanted)], frontmatter)
}

function editEntries(
  text: string,
  given: Values,
  { header, data, problem, bodyStart }: Frontmatter,
): readonly TextEdit[] {
  if (problem !== null) throw unreadableFrontmatter(problem)
  const values = given
    .map(([key, value]) => [key, value === undefined ? value : toPlainValue(key, value)] as const)
    .filter(([key, value]) => !isAlready(data, key, value))
  if (values.length === 0) return []
  if (header !== null) throw headerStays(header)
  // A tag that stays may make another value of the new one.
  for (const dropsProperties of [false, true]) {
    const edits = planEdits(text, data, values, dropsProperties)
    if (isRight(text, edits, { data, bodyStart }, values)) return edits
  }
  throw cannotBeChanged(values.map(([key]) => key))
}

function isAlready(data: Data, key: string, value: unknown): boolean {
  if (value === undefined) return !Object.hasOwn(data, key)
  return Object.hasOwn(data, key) && equalValues(data[key], value)
}

function planEdits(text: string, data: Data, values: Values, dropsProperties: boolean): readonly TextEdit[] {
  const place = findFrontmatter(text)
  if (place === null) return [newFrontmatter(text, values)]
  const yaml = text.slice(place.yamlStart, place.yamlEnd)
  const read = readLayout(yaml)
  if (read === null) throw unreadableFrontmatter('Its keys cannot be told apart.')
  const layout = { ...read, dropsProperties }
  const lineBreak = lineBreakBefore(text, place.yamlEnd)
  const edits = layout.isFlow
    ? editFlow(yaml, layout, data, values)
    : [...editBlock(yaml, layout, data, values), ...addLines(yaml, layout, values, lineBreak)]
  return edits.map(({ start, end, insert }) => ({
    start: start + place.yamlStart,
    end: end + place.yamlStart,
    insert,
  }))
}

function newFrontmatter(text: string, values: Values): TextEdit {
  const lineBreak = lineBreakBefore(text, text.indexOf('\n') + 1)
  const lines = ['---', ...values.flatMap(([key, value]) => entryLines(key, value, '')), '---', '']
  return insertAt(markEnd(text), lines.join(lineBreak))
}

/** The keys that are new, below the others. */
function addLines(
  yaml: string,
  { entries, indent, listIndent }: FrontmatterLayout,
  values: Values,
  lineBreak: string,
): readonly TextEdit[] {
  const added = values.filter(([key]) => !entries.some((entry) => entry.key === key))
  const lines = added.flatMap(([key, value]) => {
    // The note's own style for lists, where it has one.
    if (!Array.isArray(value) || value.length === 0 || listIndent === null)
      return entryLines(key, value, indent)
    return [`${indent}${renderKey(key)}:`, ...renderBlock(value, listIndent)]
  })
  return lines.length === 0 ? [] : [insertAt(yaml.length, lines.map((line) => line + lineBreak).join(''))]
}

function editBlock(yaml: string, layout: EditLayout, data: Data, values: Values): readonly TextEdit[] {
  return values.flatMap(([key, value]) => {
    const entries = layout.entries.filter((entry) => entry.key === key)
    const last = entries.at(-1)
    if (last === undefined) return []
    if (value === undefined) return entries.map((entry) => removeLines(yaml, entry))
    return editValue(yaml, { ...last, current: data[key] }, value, layout)
  })
}

function removeLines(yaml: string, { keyStart, afterColon, valueEnd }: FrontmatterEntry): TextEdit {
  return { start: lineStart(yaml, keyStart), end: lineEnd(yaml, Math.max(afterColon, valueEnd)), insert: '' }
}

/** Edits of a frontmatter in one line: `{a: 1, b: 2}`. */
function editFlow(yaml: string, layout: EditLayout, data: Data, values: Values): readonly TextEdit[] {
  const { entries } = layout
  return values.flatMap(([key, value]) => {
    const index = entries.findLastIndex((entry) => entry.key === key)
    const entry = entries[index]
    if (entry === undefined) {
      const separator = entries.length === 0 ? '' : ', '
      const after = entries.at(-1)
      const at = after === undefined ? layout.end : Math.max(after.valueEnd, after.afterColon)
      return [insertAt(at, `${separator}${renderKey(key)}: ${renderInline(value, true)}`)]
    }
    if (value !== undefined) return editValue(yaml, { ...entry, current: data[key] }, value, layout)
    const previous = entries[index - 1]
    const next = entries[index + 1]
    const ownEnd = Math.max(entry.valueEnd, entry.afterColon)
    return previous === undefined
      ? [{ start: entry.keyStart, end: next?.keyStart ?? ownEnd, insert: '' }]
      : [{ start: Math.max(previous.valueEnd, previous.afterColon), end: ownEnd, insert: '' }]
  })
}

/** Whether every other key keeps its value, and the body its text. */
function isRight(
  text: string,
  edits: readonly TextEdit[],
  { data, bodyStart }: { readonly data: Data; readonly bodyStart: number },
  values: Values,
): boolean {
  const changed = new Map(values)
  const kept = Object.entries(data).filter(([key]) => !changed.has(key))
  const expected = Object.fromEntries([...kept, ...values.filter(([, value]) => value !== undefined)])
  const result = tryEdits(text, edits)
  if (result === null) return false
  const after = readFrontmatter(result)
  const isSameBody = result.slice(after.bodyStart) === text.slice(bodyStart)
  return isSameBody && after.problem === null && equalValues(after.data, expected)
}

function cannotBeChanged(keys: readonly string[]): VaultError {
  const names = keys.map((key) => `"${key}"`).join(', ')
  return new VaultError('CONFLICT', `The frontmatter is written so that ${names} cannot be changed alone.`, {
    fields: keys,
    hint: { kind: 'change-text' },
  })
}

function tryEdits(text: string, edits: readonly TextEdit[]): string | null {
  try {
    return applyEdits(text, edits)
  } catch {
    return null
  }
}

function insertAt(offset: number, insert: string): TextEdit {
  return { start: offset, end: offset, insert }
}

/** For a change of a frontmatter that is not valid YAML. */
export function unreadableFrontmatter(problem: string): VaultError {
  return new VaultError('VALIDATION_FAILED', `The note's frontmatter cannot be read: ${problem}`, {
    problem,
    hint: 'Mend the YAML between the first two "---" lines, then try again.',
  })
}
