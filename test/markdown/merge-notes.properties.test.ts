import fc from 'fast-check'
import { test } from 'vitest'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { expectMerged } from '../support/merge-law.ts'
import { randomEdits } from '../support/random-edits.ts'

const note = lines(
  ...['---', 'title: Garden', 'tags:', '  - home', '  - green', 'updated: 2026-01-01', '---'],
  ...['# Garden', '', 'A place to sit. It has two trees.', ''],
  ...['## Tasks', '', '- [ ] Cut the hedge', '- [ ] Buy seeds', '  for [[Spring]]', '- [x] Mow', ''],
  ...['## Beds', '', '| bed | what |', '|---|---|', '| 1 | beans |', '| 2 | peas |', ''],
  ...['```js', 'const a = 1', 'const b = 2', '```', '', '## Notes', '', '> quoted', '', 'Last line.'],
)

const written = fc.constantFrom(note, note.replaceAll('\n', '\r\n'), note.trimEnd(), `\uFEFF${note}`, '')

test(
  'two people change one note at random',
  () => {
    const law = fc.property(written, randomEdits, randomEdits, (base, first, second) => {
      expectMerged(base, first, second)
    })
    fc.assert(law, { numRuns: times(100, 10_000) })
  },
  times(60_000, 1_800_000),
)

const line = fc.constantFrom(
  ...['one two', 'three four', 'five six', '- item one', '- item two', '1. first', '2. second', '  - below'],
  ...['> quoted one', '> quoted two', '# Top', '## Part', '### Deep', '===', '```', '| a | b |', '|---|---|'],
  ...['<div>', '</div>', '- [ ] task', '', '', '', ''],
)

test(
  'two people change a short note at random, in which each line may be anything',
  () => {
    const short = fc.array(line, { minLength: 1, maxLength: 9 }).map((all) => lines(...all))
    const law = fc.property(short, randomEdits, randomEdits, (base, first, second) => {
      expectMerged(base, first, second)
    })
    fc.assert(law, { numRuns: times(2_000, 100_000) })
  },
  times(60_000, 1_800_000),
)
