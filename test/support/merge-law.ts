import { expect } from 'vitest'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import type { MergedText } from '../../src/markdown/merge/merged.ts'
import { readFrontmatter } from '../../src/markdown/read/read-frontmatter.ts'
import { editAtRandom, type RandomEdit } from './random-edits.ts'

type Edits = readonly RandomEdit[]

/** What each side does besides. */
interface More {
  readonly ours?: (text: string) => string
  readonly theirs?: (text: string) => string
}

interface Merged {
  readonly ours: string
  readonly theirs: string
  /** Null where the frontmatter of a side cannot be read: git merges that note. */
  readonly merged: MergedText | null
}

/**
 * Nothing that either wrote is lost, nothing that neither removed is, nothing stands twice that stood once, and it does not matter
 * who is called ours.
 */
export function expectMerged(base: string, first: Edits, second: Edits, more: More = {}): Merged {
  const [ours, theirs] = [edit(base, first, more.ours), edit(base, second, more.theirs)]
  const merge = (one: string, other: string) => mergeNotes({ base, ours: one, theirs: other }, marks)
  const merged = merge(ours.text, theirs.text)
  const turned = merge(theirs.text, ours.text)
  if (merged === null || turned === null) {
    expect(turned).toBe(merged)
    expect(isReadable(ours.text) && isReadable(theirs.text)).toBe(false)
    return { ours: ours.text, theirs: theirs.text, merged: null }
  }
  expect(turned.conflicts).toBe(merged.conflicts)
  if (merged.conflicts === 0) expect(turned.text).toBe(merged.text)
  for (const word of [...ours.words, ...theirs.words]) {
    const [one, other] = [countOf(ours.text, word), countOf(theirs.text, word)]
    if (one + other > 0) expect(merged.text).toContain(word)
    if (merged.conflicts === 0) expect(countOf(merged.text, word)).toBeLessThanOrEqual(one + other)
  }
  const [inOurs, inTheirs, inMerged] = [ours.text, theirs.text, merged.text].map(countLines)
  for (const [line, count] of countLines(base)) {
    // Of lines that are alike each side may have removed another one.
    const removedBy = (side: ReadonlyMap<string, number> | undefined) =>
      Math.max(0, count - (side?.get(line) ?? 0))
    const kept = count - removedBy(inOurs) - removedBy(inTheirs)
    expect(inMerged?.get(line) ?? 0, line).toBeGreaterThanOrEqual(kept)
  }
  if ([base, ours.text, theirs.text].every(isReadable)) expect(isReadable(merged.text)).toBe(true)
  expect(merge(ours.text, ours.text)).toEqual({ text: ours.text, conflicts: 0 })
  expect(merge(base, theirs.text)).toEqual({ text: theirs.text, conflicts: 0 })
  return { ours: ours.text, theirs: theirs.text, merged }
}

function edit(base: string, edits: Edits, more = (text: string) => text) {
  const { text, words } = editAtRandom(base, edits)
  return { text: more(text), words }
}

const marks = { ours: 'ours', theirs: 'theirs', size: 7 }

function countOf(text: string, word: string): number {
  return text.split(word).length - 1
}

function isReadable(text: string): boolean {
  return readFrontmatter(text).problem === null
}

function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() !== '') counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return counts
}
