import { expect, test } from 'vitest'
import { OwnMemory } from '../../../src/embed/own/own-memory.ts'
import { singularAxes } from '../../../src/embed/own/singular-axes.ts'
import type { SparseRows } from '../../../src/embed/own/sparse-rows.ts'
import { symmetricEigen } from '../../../src/embed/own/symmetric-eigen.ts'
import { finish } from '../../support/finish.ts'

/** The matrix with rows for columns, so that what is said of its rows is said of these columns. */
function toSparse(rows: readonly (readonly number[])[]): SparseRows {
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, column) =>
    rows.flatMap((row, place) => (row[column] === 0 ? [] : [{ place, value: row[column] ?? 0 }])),
  )
  return {
    rows: columns.length,
    columns: rows.length,
    longest: Math.max(...columns.map((column) => column.length)),
    read(row, places, values) {
      const entries = columns[row] ?? []
      entries.forEach(({ place, value }, at) => {
        places[at] = place
        values[at] = value
      })
      return entries.length
    },
  }
}

function axesOf(rows: readonly (readonly number[])[], count: number) {
  const found = finish(singularAxes(toSparse(rows), { count, seed: 7 }, new OwnMemory()))
  return { ...found, axes: Array.from(found.shares, (share) => [...share]).flat() }
}

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  }
}

function matrixOf(height: number, width: number, value: (row: number, column: number) => number) {
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => value(row, column)),
  )
}

/** The sum of a few outer products. */
function lowRank(height: number, width: number, lengths: readonly number[]) {
  const next = numbers(11)
  const left = lengths.map(() => Array.from({ length: height }, next))
  const right = lengths.map(() => Array.from({ length: width }, next))
  return matrixOf(height, width, (row, column) =>
    lengths.reduce(
      (sum, length, at) => sum + length * (left[at]?.[row] ?? 0) * (right[at]?.[column] ?? 0),
      0,
    ),
  )
}

test('the axes are orthonormal', () => {
  const { axes, count } = axesOf(lowRank(60, 40, [9, 7, 5, 3, 2, 1]), 5)
  expect(count).toBe(5)
  for (let one = 0; one < count; one++)
    for (let other = 0; other <= one; other++) {
      let product = 0
      for (let row = 0; row < 40; row++)
        product += (axes[row * count + one] ?? 0) * (axes[row * count + other] ?? 0)
      expect(product).toBeCloseTo(one === other ? 1 : 0, 4)
    }
})

test('a matrix of low rank is what its rows are along the axes, and has no more of them', () => {
  const rows = lowRank(50, 30, [4, 3, 2])
  const { axes, count } = axesOf(rows, 12)
  expect(count).toBe(3)
  for (const row of rows) {
    const along = Array.from({ length: count }, (_, axis) =>
      row.reduce((sum, value, column) => sum + value * (axes[column * count + axis] ?? 0), 0),
    )
    const again = row.map((_, column) =>
      along.reduce((sum, value, axis) => sum + value * (axes[column * count + axis] ?? 0), 0),
    )
    again.forEach((value, column) => {
      expect(value).toBeCloseTo(row[column] ?? 0, 4)
    })
  }
})

test('many axes of many rows give the matrix back', () => {
  const lengths = Array.from({ length: 37 }, (_, at) => 4 - at / 20)
  const rows = lowRank(150, 101, lengths)
  const { axes, count } = axesOf(rows, 50)
  expect(count).toBe(lengths.length)
  for (const row of rows) {
    const along = Array.from({ length: count }, (_, axis) =>
      row.reduce((sum, value, column) => sum + value * (axes[column * count + axis] ?? 0), 0),
    )
    for (const [column, value] of row.entries()) {
      const again = along.reduce((sum, share, axis) => sum + share * (axes[column * count + axis] ?? 0), 0)
      expect(Math.abs(again - value)).toBeLessThan(1e-3)
    }
  }
})

test('the singular values are the roots of the eigenvalues of AᵀA', () => {
  const next = numbers(5)
  const rows = matrixOf(25, 12, () => (next() > 0.1 ? 0 : 10 * next()))
  const products = new Float64Array(12 * 12)
  for (const row of rows)
    row.forEach((one, at) => {
      row.forEach((other, to) => (products[at * 12 + to] = (products[at * 12 + to] ?? 0) + one * other))
    })
  const expected = symmetricEigen(products, 12).values
  const { values } = axesOf(rows, 6)
  expect(values).toHaveLength(6)
  values.forEach((value, at) => {
    expect(value / Math.sqrt(expected[at] ?? 0)).toBeCloseTo(1, 4)
  })
})

test('a known matrix has its known singular values', () => {
  // Of the Vandermonde-like textbook matrix [[3, 0], [4, 5]]: the roots of 45 and 5.
  expect(
    [
      ...axesOf(
        [
          [3, 0],
          [4, 5],
        ],
        2,
      ).values,
    ]
      .map((value) => value ** 2)
      .map(Math.round),
  ).toEqual([45, 5])
})

test('a matrix of zeros has no axes', () => {
  expect(
    axesOf(
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      2,
    ).count,
  ).toBe(0)
})
