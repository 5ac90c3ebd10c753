import fc from 'fast-check'
import { expect, test } from 'vitest'
import { symmetricEigen } from '../../../src/embed/own/symmetric-eigen.ts'

const dot = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

test('a matrix with known eigenvalues has them', () => {
  // The second differences on a line: 2 - 2 cos(k π / (n + 1)).
  const size = 12
  const matrix = new Float64Array(size * size)
  for (let at = 0; at < size; at++) {
    matrix[at * size + at] = 2
    if (at > 0) matrix[at * size + at - 1] = matrix[(at - 1) * size + at] = -1
  }
  const { values } = symmetricEigen(matrix, size)
  for (let at = 0; at < size; at++)
    expect(values[at]).toBeCloseTo(2 - 2 * Math.cos(((size - at) * Math.PI) / (size + 1)), 12)
})

test('the vectors are orthonormal, and with the values they give the matrix back', () => {
  const entry = fc.double({ min: -10, max: 10, noNaN: true })
  const square = fc
    .integer({ min: 1, max: 7 })
    .chain((size) => fc.array(entry, { minLength: size * size, maxLength: size * size }))
  fc.assert(
    fc.property(square, (entries) => {
      const size = Math.sqrt(entries.length)
      const matrix = Float64Array.from(entries, (value, at) => {
        const mirrored = (at % size) * size + Math.floor(at / size)
        return at <= mirrored ? value : (entries[mirrored] ?? 0)
      })
      const { values, vectors } = symmetricEigen(matrix.slice(), size)
      const rows = Array.from({ length: size }, (_, row) => vectors.subarray(row * size, (row + 1) * size))
      for (const [one, row] of rows.entries())
        for (const [other, second] of rows.entries())
          expect(dot(row, second)).toBeCloseTo(one === other ? 1 : 0, 9)
      const again = matrix.map((_, at) =>
        rows.reduce(
          (sum, row, index) =>
            sum + (values[index] ?? 0) * (row[at % size] ?? 0) * (row[Math.floor(at / size)] ?? 0),
          0,
        ),
      )
      again.forEach((value, at) => {
        expect(value).toBeCloseTo(matrix[at] ?? 0, 8)
      })
    }),
  )
})

test('a matrix of zeros has only zeros', () => {
  expect([...symmetricEigen(new Float64Array(9), 3).values]).toEqual([0, 0, 0])
})
