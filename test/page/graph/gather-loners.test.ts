import { expect, test } from 'vitest'
import { gatherLoners } from '../../../src/page/graph/gather-loners.ts'

test('notes without a link stand close around the others, each in a place of its own', () => {
  const places = Float32Array.from([0, 0, 10, 0, 900, 900, -5_000, 3, 0, 8_000])
  gatherLoners(places, (node) => node < 2)
  expect([...places.slice(0, 4)]).toEqual([0, 0, 10, 0])
  const loners = [2, 3, 4].map((node): [number, number] => [places[node * 2] ?? 0, places[node * 2 + 1] ?? 0])
  for (const [x, y] of loners) expect(Math.hypot(x - 5, y)).toBeLessThan(30)
  expect(new Set(loners.map(String)).size).toBe(3)
})

test('where no note has a link, all stay where they are', () => {
  const places = Float32Array.from([1, 2, 3, 4])
  gatherLoners(places, () => false)
  expect([...places]).toEqual([1, 2, 3, 4])
})
