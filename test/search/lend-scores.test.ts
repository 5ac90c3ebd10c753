import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DirectionTable, type Neighbours } from '../../src/search/direction-table.ts'
import { lendScores } from '../../src/search/fuse-scores.ts'

/** The likest to each note, with how like they are. */
function listsOf({ notes, most, cosines, likest }: Neighbours) {
  return notes.map((note, at) => {
    const places = Array.from({ length: most }, (_, place) => at * most + place)
    const some = places.filter((place) => (cosines[place] ?? 0) > -Infinity)
    return {
      note,
      likest: some.map((place) => ({ note: notes[likest[place] ?? -1], cosine: cosines[place] })),
    }
  })
}

/** Two of each at most. */
function likeThese(lists: ReadonlyMap<number, readonly { note: number; cosine: number }[]>): Neighbours {
  const notes = [...new Set([...lists].flatMap(([note, likest]) => [note, ...likest.map((one) => one.note)]))]
  const all = notes.flatMap((note) => [0, 1].map((place) => lists.get(note)?.[place]))
  return {
    notes,
    most: 2,
    cosines: Float64Array.from(all, (one) => one?.cosine ?? -Infinity),
    likest: Int32Array.from(all, (one) => (one === undefined ? 0 : notes.indexOf(one.note))),
  }
}

const scored = (key: number, score: number) => ({
  key,
  score,
  words: 0,
  window: 0,
  meaning: null,
  own: score,
})

test('the likest of some notes are told by their directions, those without any left out', () => {
  const table = new DirectionTable(2, 2)
  table.put(1, Uint8Array.of(100, 0))
  table.put(2, Uint8Array.of(90, 10))
  table.put(3, Uint8Array.of(0, 100))
  table.put(4, null)
  table.put(9, Uint8Array.of(100, 1))
  const near = table.neighbours([1, 2, 3, 4, 5], 1)
  expect(listsOf(near).map(({ note, likest }) => [note, likest.map((one) => one.note)])).toEqual([
    [1, [2]],
    [2, [1]],
    [3, [2]],
  ])
  expect(near.cosines[0]).toBeCloseTo(90 / Math.hypot(90, 10), 5)
})

test('however many notes and numbers there are, the likest are those whose cosine is largest', () => {
  const numbers = fc.array(fc.integer({ min: -128, max: 127 }), { minLength: 37, maxLength: 37 })
  const rows = fc.array(numbers, { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(rows, (directions) => {
      const table = new DirectionTable(37, 4)
      directions.forEach((direction, note) => {
        table.put(note, new Uint8Array(Int8Array.from(direction).buffer))
      })
      const dot = (one: readonly number[], other: readonly number[]) =>
        one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
      const cosine = (one: readonly number[], other: readonly number[]) =>
        dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
      const some = directions.flatMap((direction, note) => (dot(direction, direction) > 0 ? [note] : []))
      const found = table.neighbours([...directions.keys()], 5)
      expect(found.notes).toEqual(some)
      for (const { note, likest } of listsOf(found)) {
        const all = some.filter((other) => other !== note)
        const best = all.map((other) => cosine(directions[note] ?? [], directions[other] ?? []))
        const wanted = best.toSorted((one, other) => other - one).slice(0, 5)
        expect(likest).toHaveLength(wanted.length)
        likest.forEach((one, at) => {
          expect(one.cosine).toBeCloseTo(wanted[at] ?? NaN, 5)
        })
      }
    }),
    { seed: 7, numRuns: 60 },
  )
})

test('a note between good ones overtakes one that stands alone', () => {
  const scores = [scored(1, 0.9), scored(2, 0.8), scored(3, 0.45), scored(4, 0.44), scored(5, 0.1)]
  const like = (...notes: readonly number[]) => notes.map((note) => ({ note, cosine: 0.5 }))
  const neighbours = likeThese(
    new Map([
      [3, like(5)],
      [4, like(1, 2)],
    ]),
  )
  const lent = lendScores(scores, neighbours, { own: 0.5 })
  expect(lent.map(({ key }) => key)).toEqual([1, 2, 4, 3, 5])
  expect(lent[2]?.lent).toBeCloseTo(0.85, 5)
  expect(lent[2]?.score).toBe(0.522)
  expect(lent[0]).toMatchObject({ lent: null, score: 0.9 })
})

test('nothing is lent where the vault has no model of its own, and nothing by what points the other way', () => {
  const scores = [scored(1, 0.9), scored(2, 0.2)]
  const neighbours = likeThese(new Map([[2, [{ note: 1, cosine: 0.9 }]]]))
  expect(lendScores(scores, neighbours, { own: 0 })[1]?.score).toBe(0.2)
  const against = likeThese(new Map([[2, [{ note: 1, cosine: -0.9 }]]]))
  expect(lendScores(scores, against, { own: 0.5 })[1]).toMatchObject({ lent: null, score: 0.2 })
})
