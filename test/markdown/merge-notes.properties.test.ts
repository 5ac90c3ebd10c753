import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import { readFrontmatter } from '../../src/markdown/read/read-frontmatter.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { editAtRandom, randomEdits } from '../support/random-edits.ts'
import { join } from 'node:path'
import { listFiles, needsShared, readText, sharedData } from '../support/shared-data.ts'

const note = lines(
  ...['---', 'title: Garden', 'tags:', '  - home', '  - green', 'updated: 2026-01-01', '---'],
  ...['# Garden', '', 'A place to sit. It has two trees.', ''],
  ...['## Tasks', '', '- [ ] Cut the hedge', '- [ ] Buy seeds', '  for [[Spring]]', '- [x] Mow', ''],
  ...['## Beds', '', '| bed | what |', '|---|---|', '| 1 | beans |', '| 2 | peas |', ''],
  ...['```js', 'const a = 1', 'const b = 2', '```', '', '## Notes', '', '> quoted', '', 'Last line.'],
)

const timeLimit = times(60_000, 1_800_000)

const written = fc.constantFrom(note, note.replaceAll('\n', '\r\n'), note.trimEnd(), `\uFEFF${note}`, '')
const real = listFiles(join(sharedData, 'vaults'), '.md')

describe('two people change one note at random', () => {
  test(
    'a note made for it',
    () => {
      fc.assert(fc.property(written, randomEdits, randomEdits, expectMerged), { numRuns: times(100, 10_000) })
    },
    timeLimit,
  )

  test.skipIf(real.length === 0)(
    `real notes (${needsShared})`,
    () => {
      const short = fc
        .constantFrom(...real)
        .map(readText)
        .filter((text) => text.length < 60_000)
      fc.assert(fc.property(short, randomEdits, randomEdits, expectMerged), { numRuns: times(40, 10_000) })
    },
    timeLimit,
  )
})

/** Nothing that either wrote is lost, nothing that neither removed is, and it does not matter who is called ours. */
function expectMerged(base: string, first: Parameters<typeof editAtRandom>[1], second: typeof first): void {
  const [ours, theirs] = [editAtRandom(base, first), editAtRandom(base, second)]
  const merge = (one: string, other: string) => mergeNotes({ base, ours: one, theirs: other }, marks)
  const merged = merge(ours.text, theirs.text)
  const turned = merge(theirs.text, ours.text)
  if (merged === null || turned === null) {
    expect(turned).toBe(merged)
    expect(isReadable(ours.text) && isReadable(theirs.text)).toBe(false)
    return
  }
  expect(turned.conflicts).toBe(merged.conflicts)
  if (merged.conflicts === 0) expect(turned.text).toBe(merged.text)
  for (const side of [ours, theirs])
    for (const word of side.words) if (side.text.includes(word)) expect(merged.text).toContain(word)
  const [inOurs, inTheirs, inMerged] = [ours.text, theirs.text, merged.text].map(countLines)
  for (const [line, count] of countLines(base)) {
    const kept = Math.min(count, inOurs?.get(line) ?? 0, inTheirs?.get(line) ?? 0)
    expect(inMerged?.get(line) ?? 0, line).toBeGreaterThanOrEqual(kept)
  }
  if ([base, ours.text, theirs.text].every(isReadable)) expect(isReadable(merged.text)).toBe(true)
  expect(merge(ours.text, ours.text)).toEqual({ text: ours.text, conflicts: 0 })
  expect(merge(base, theirs.text)).toEqual({ text: theirs.text, conflicts: 0 })
}

const marks = { ours: 'ours', theirs: 'theirs', size: 7 }

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
