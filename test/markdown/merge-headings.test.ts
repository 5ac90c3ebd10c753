import { expect, test } from 'vitest'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import { lines } from '../support/lines.ts'

const notes = [
  ['intro words', '', 'alpha words', '', 'bravo words'],
  ['# A', '', 'a one', '', 'b one', '', 'b two', '', 'b three'],
  ['## A', '', '- one', '- two', '- three', '', '## B', '', 'b text'],
  ['## Log', '', '### Mon', '', 'mon text', '', '### Tue', '', 'tue text', '', '### Wed', '', 'wed text'],
  ['### A', '', 'a text', '', '### B', '', 'b text', '', '```', 'code', '```'],
]

interface Edit {
  readonly what: string
  /** The line that it concerns. */
  readonly at: string
  readonly apply: (text: readonly string[]) => readonly string[]
}

const isHeading = (line: string) => line.startsWith('#')
const replace = (line: string, ...by: readonly string[]) => ({
  at: line,
  apply: (text: readonly string[]) => text.flatMap((one) => (one === line ? by : [one])),
})

function simpleEdits(note: readonly string[]): readonly Edit[] {
  return note
    .filter((line) => line !== '' && line !== '```')
    .flatMap((line) => [
      { what: `removes "${line}"`, ...replace(line) },
      ...(isHeading(line) ? [] : [{ what: `changes "${line}"`, ...replace(line, `${line} now`) }]),
      ...(line === 'code'
        ? []
        : [{ what: `writes below "${line}"`, ...replace(line, line, '', 'zzz fresh') }]),
    ])
}

function headingEdits(note: readonly string[]): readonly Edit[] {
  return note.flatMap((line, at) => {
    if (line === '' || line === 'code' || (line === '```' && note[at - 1] === 'code')) return []
    const before = { what: `puts a heading before "${line}"`, ...replace(line, '# New', '', line) }
    if (!isHeading(line)) return note[at - 1] === '' || at === 0 ? [before] : []
    return [
      before,
      { what: `removes "${line}"`, ...replace(line) },
      { what: `gives "${line}" a level more`, ...replace(line, `#${line}`) },
      ...(line.startsWith('##')
        ? [{ what: `gives "${line}" a level less`, ...replace(line, line.slice(1)) }]
        : []),
    ]
  })
}

test.each(notes.map((note) => ({ note })))(
  'what one side writes and removes is as it made it, whatever headings the other puts in or changes: $note.0',
  ({ note }) => {
    for (const one of simpleEdits(note))
      for (const other of headingEdits(note)) {
        const sides = { base: note, ours: one.apply(note), theirs: other.apply(note) }
        const expected = one.apply(other.apply(note))
        const isOneLine =
          one.at === other.at || other.apply(one.apply(note)).join('\n') !== expected.join('\n')
        const merged = mergeNotes(
          { base: lines(...sides.base), ours: lines(...sides.ours), theirs: lines(...sides.theirs) },
          { ours: 'ours', theirs: 'theirs', size: 7 },
        )
        if (isOneLine || merged === null || merged.conflicts > 0) continue
        const said = merged.text.split('\n').filter((line) => line !== '')
        expect(said, `One ${one.what}, the other ${other.what}.`).toEqual(
          expected.filter((line) => line !== ''),
        )
      }
  },
)
