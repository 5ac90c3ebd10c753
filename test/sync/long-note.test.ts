import { expect, test } from 'vitest'
import { LongNote } from '../../src/sync/long-note.ts'
import { recordOf } from '../support/record-of.ts'

const short = recordOf('short.md', 's'.repeat(299_999))
const long = recordOf('long.md', 'l'.repeat(300_000))

function heard() {
  const told: string[] = []
  const note = new LongNote((isUnderWay) => void told.push(isUnderWay ? 'begins' : 'ends'))
  return { told, note }
}

test('of notes that are written a long one is told of before its turn, once', () => {
  const { told, note } = heard()
  for (const { path } of note.each([short, long, long])) told.push(path)
  note.end()
  note.end()
  expect(told).toEqual(['short.md', 'begins', 'long.md', 'long.md', 'ends'])
})

test('of notes that are cut as well', () => {
  const { told, note } = heard()
  const cut = note.cutting(({ title }) => {
    told.push(title)
    return []
  })
  const textOf = ({ body, ...rest }: typeof long) => ({ ...rest, body: new TextDecoder().decode(body) })
  expect(cut(textOf(short))).toEqual([])
  cut(textOf(long))
  note.end()
  expect(told).toEqual(['short', 'begins', 'long', 'ends'])
})
