import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { editFrontmatter } from '../../src/markdown/edit/edit-frontmatter.ts'
import { findSections } from '../../src/markdown/read/find-sections.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { replaceSectionText } from '../../src/markdown/edit/replace-section-text.ts'
import { applyEdits } from '../../src/model/text-edit.ts'
import { appendToEnd } from '../../src/markdown/edit/append-to-end.ts'
import { needsShared, readText, sharedData } from '../support/shared-data.ts'

interface Instruction {
  readonly targetType: 'heading' | 'frontmatter' | 'block'
  readonly target: readonly string[] | string | null
  readonly operation: 'replace' | 'append' | 'prepend'
  readonly content: unknown
}

interface PatchCase {
  readonly instruction: Instruction
  readonly input: string
  readonly expected?: string
}

type Patch = (input: string, instruction: Instruction) => string

/** replace_section with new_content. */
const replace: Patch = (input, { target, content }) => inSection(input, target, () => String(content))

/** replace_section with the content that get_note and previous_content give, and more before it. */
const before: Patch = (input, { target, content }) =>
  inSection(input, target, (previous) => `${String(content)}${previous}`)

/** The same with more after it and after the blank lines at the section's end. */
const after: Patch = (input, { target, content }) =>
  inSection(input, target, (previous, blank) => `${previous}${blank}${String(content)}`)

/** append_to_note with all the headings, where none of them is there. */
const headingsAtEnd: Patch = (input, { target, content }) => {
  const headings = [target ?? ''].flat().map((name, index) => `${'#'.repeat(index + 1)} ${name}\n`)
  return appendToEnd(input, { content: `${headings.join('')}${String(content)}`, heading: null })
}

/** append_to_note without a heading. */
const atEnd: Patch = (input, { content }) => appendToEnd(input, { content: String(content), heading: null })

/** update_note with metadata: the value as it shall be. */
const setKey: Patch = (input, { target, operation, content }) => {
  const key = String(target)
  const old = parseNote(input).frontmatter.data[key]
  return applyEdits(input, editFrontmatter(input, { [key]: joined(old, content, operation) }))
}

/** By the case's number in the file, counted from 0. */
const expressible: ReadonlyMap<number, Patch> = new Map([
  [0, before],
  [1, after],
  [2, replace],
  [4, atEnd],
  [8, headingsAtEnd],
  [19, after],
  [20, replace],
  ...[29, 30, 31, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46].map((at) => [at, setKey] as const),
])

/** The others, and why flint has no tool that does this. */
const others: Readonly<Record<string, readonly number[]>> = {
  // prepend puts content after the blank line that sets the frontmatter off, which stays where it is.
  'content right below the frontmatter, before the blank line': [3],
  // flint keeps lines whole: nothing is joined to a line that is there.
  'white space of the target is trimmed, so that content ends up on the same line': [5, 6],
  // The blank line before the next heading stays there; theirs goes above what is added.
  'a subsection is made, and the blank line after it goes': [7],
  // Adding the same text again is a change like any other.
  'content that is there already is refused': [9, 11],
  // flint finds a heading at any level by its name, as long as it is the only one.
  'a section must be named from the top': [10],
  'blocks by their id, rows of tables': [12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26],
  'a frontmatter key that is missing or of another kind is refused': [27, 28, 32, 33],
  // New keys of a map come at its end; the order of keys has no meaning.
  'a key is put before the others of its map': [35],
}

const file = join(sharedData, 'cases/markdown-patch.jsonl')
const cases: readonly PatchCase[] = existsSync(file)
  ? readText(file)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PatchCase)
  : []

describe.skipIf(cases.length === 0)(`the shared section edits (${needsShared})`, () => {
  test.each([...expressible])('case %i', (number, patch) => {
    const { input, instruction, expected } = cases[number]!
    expect(patch(input, instruction)).toBe(expected)
  })

  test('every other case has its reason', () => {
    const numbers = [...expressible.keys(), ...Object.values(others).flat()]
    expect(numbers.sort((a, b) => a - b)).toEqual(cases.map((_case, number) => number))
  })
})

function inSection(
  input: string,
  target: Instruction['target'],
  change: (previous: string, blank: string) => string,
): string {
  const note = parseNote(input)
  const found = findSections(note, [target ?? ''].flat().join(' > '))
  if (found.kind !== 'resolved') throw new Error(found.kind)
  const { previous } = replaceSectionText(input, note, found.section, 'x')
  const { start, end } = found.section.content
  const blank = input.slice(start + previous.length, end)
  return replaceSectionText(input, note, found.section, change(previous, blank)).text
}

function joined(old: unknown, content: unknown, operation: Instruction['operation']): unknown {
  if (operation === 'replace' || old === undefined) return content
  const [first, second] = operation === 'append' ? [old, content] : [content, old]
  if (Array.isArray(old)) return [first, second].flat()
  if (typeof old === 'object') return { ...(first as object), ...(second as object) }
  return `${String(first)}${String(second)}`
}
