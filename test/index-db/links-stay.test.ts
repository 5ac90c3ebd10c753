import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noChanges } from '../../src/index-db/note-record.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex, type NewIndex } from '../support/with-index.ts'

interface Row {
  readonly id: number
  readonly raw: string
  readonly line: number
}

/** The rows of the one note's links once it says this, in the order of its text. */
function linksOf({ db, writer }: NewIndex, text: string): readonly Row[] {
  writer.apply({ ...noChanges, notes: [recordOf('a.md', text)] })
  return db.prepare<[], Row>('SELECT id, raw, line FROM link ORDER BY line, id').all()
}

const linked = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `- [[n${from + index}]]`)

test('links keep their rows where lines come, change or go in one place of the note', () =>
  withIndex((index) => {
    const lines = ['# A', ...linked(0, 100)]
    const first = linksOf(index, lines.join('\n'))
    const added = linksOf(index, ['# A', '#new [[x]]', 'and more', ...lines.slice(1)].join('\n'))
    expect(added.slice(1)).toEqual(first.map(({ line, ...row }) => ({ ...row, line: line + 2 })))
    const appended = linksOf(index, [...lines, '[[last]]'].join('\n'))
    expect(appended.slice(0, -1)).toEqual(first)
    const changed = linksOf(index, [...lines.slice(0, 50), '[[other]]', ...lines.slice(51)].join('\n'))
    expect(changed.filter((row) => row.raw !== 'other')).toEqual(first.filter(({ raw }) => raw !== 'n49'))
    const gone = linksOf(index, [...lines.slice(0, 50), ...lines.slice(60)].join('\n'))
    const kept = first.filter(({ line }) => line <= 50 || line > 60)
    expect(gone.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
  }))

test('whatever becomes of a text, the links are those of its last version, each line in its order', () =>
  withIndex((index) => {
    const line = fc.array(fc.constantFrom('[[a]]', '[[b|x]]', '[[c#h]]', '![[a]]', 'word'), { maxLength: 3 })
    const text = fc
      .array(
        line.map((words) => words.join(' ')),
        { maxLength: 8 },
      )
      .map((all) => all.join('\n'))
    fc.assert(
      fc.property(text, (given) => {
        const found = linksOf(index, given).map(({ raw, line: at }) => ({ raw, line: at }))
        expect(found).toEqual(recordOf('a.md', given).links.map(({ raw, line: at }) => ({ raw, line: at })))
      }),
    )
  }))

test(
  'a note with more links than a call takes arguments is indexed',
  () =>
    withIndex((index) => {
      index.writer.finishFilling()
      const first = linksOf(index, '[[a]] '.repeat(130_000))
      expect(linksOf(index, `${'[[a]] '.repeat(130_000)}\n\n[[b]]`).slice(0, -1)).toEqual(first)
    }),
  // Half a million rows on a machine that does four other things.
  240_000,
)
