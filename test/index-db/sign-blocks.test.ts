import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockOf, dropSigns, emptyBlock, putSigns, SignTable } from '../../src/index-db/sign-blocks.ts'
import { times } from '../support/long.ts'

const dimensions = 48

test('passages come in the order of how many signs their vectors share, then of how much those weigh', () => {
  const towards = vectorOf((at) => (at < 4 ? 10 : 1))
  // Of the last two each differs in one number: the one that weighs little comes first.
  const blocks = toBlocks([
    [7, vectorOf(() => -1)],
    [513, towards],
    [1_030, vectorOf((at) => (at === 0 ? -1 : 1))],
    [1_031, vectorOf((at) => (at === 40 ? -1 : 1))],
  ])
  const choose = (most: number) => blocks.nearest(towards, { wanted: null, most })
  expect(choose(3)).toEqual({ passages: [513, 1_031, 1_030], total: 4 })
  expect(choose(1)).toEqual({ passages: [513], total: 4 })
  expect(choose(4).passages).toHaveLength(4)
})

test('only what is wanted is chosen, and counted', () => {
  const towards = vectorOf(() => 1)
  const blocks = toBlocks([1, 2, 600, 601].map((passage) => [passage, towards] as const))
  expect(blocks.nearest(towards, { wanted: new Set([2, 601, 9_000]), most: 10 })).toEqual({
    passages: [2, 601],
    total: 2,
  })
})

test('any passages that are put and dropped, in any order, leave those that were put last', () => {
  const step = fc.record({ passage: fc.integer({ min: 0, max: 1_600 }), isPut: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bytes = new Map<number, Uint8Array>()
      const there = new Set<number>()
      for (const { passage, isPut } of steps) {
        const block = bytes.get(blockOf(passage)) ?? emptyBlock(dimensions)
        bytes.set(blockOf(passage), block)
        if (isPut) {
          putSigns(
            block,
            passage,
            vectorOf(() => 1),
          )
          there.add(passage)
        } else {
          there.delete(passage)
          const isLeft = [...there].some((other) => blockOf(other) === blockOf(passage))
          expect(dropSigns(block, passage)).toBe(isLeft)
        }
      }
      const { passages } = tableOf(dimensions, bytes).nearest(
        vectorOf(() => 1),
        { wanted: null, most: 5_000 },
      )
      expect([...passages].sort((one, other) => one - other)).toEqual(
        [...there].sort((one, other) => one - other),
      )
    }),
    { seed: 5, numRuns: times(40, 200) },
  )
})

test.each([16, 48, 128, 300, 4_096])(
  'of vectors of %i numbers the first have most signs in common: the same as counting them one by one',
  (length) => {
    // Few numbers say which signs there are: a property of thousands of numbers would be slow.
    const vector = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 11 })
    const spread = (numbers: readonly number[]) =>
      Float32Array.from({ length }, (_, at) => ((numbers[at % numbers.length] ?? 0) * (at % 7)) % 5)
    fc.assert(
      fc.property(vector, fc.array(vector, { minLength: 1, maxLength: 40 }), (towards, others) => {
        const wanted = spread(towards)
        const vectors = others.map(spread)
        const blocks = toBlocks(vectors.map((one, index) => [index * 37, one] as const))
        const distances = vectors.map(
          (one) => one.filter((value, at) => value > 0 !== (wanted[at] ?? 0) > 0).length,
        )
        const { passages } = blocks.nearest(wanted, { wanted: null, most: others.length })
        const found = passages.map((passage) => distances[passage / 37])
        expect(found).toEqual([...distances].sort((one, other) => one - other))
      }),
      { seed: 11, numRuns: 50 },
    )
  },
)

function vectorOf(value: (at: number) => number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, at) => value(at))
}

function toBlocks(vectors: readonly (readonly [passage: number, vector: Float32Array])[]): SignTable {
  const bytes = new Map<number, Uint8Array>()
  for (const [passage, vector] of vectors) {
    const block = bytes.get(blockOf(passage)) ?? emptyBlock(vector.length)
    putSigns(block, passage, vector)
    bytes.set(blockOf(passage), block)
  }
  return tableOf(vectors[0]?.[1].length ?? dimensions, bytes)
}

function tableOf(length: number, bytes: ReadonlyMap<number, Uint8Array>): SignTable {
  const table = new SignTable()
  // What was there before is gone.
  table.fill(
    512,
    [1, 2, 3, 4, 5].map((id) => ({ id, bytes: emptyBlock(512).fill(255) })),
  )
  table.fill(
    length,
    Array.from(bytes, ([id, one]) => ({ id, bytes: one })),
  )
  return table
}
