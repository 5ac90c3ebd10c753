import { expect, test } from 'vitest'
import { excerptAround } from '../../src/search/excerpt-around.ts'

test('of a long line the part around what is looked for is shown, in whole characters', () => {
  expect(excerptAround('  a short line\t', 'short')).toBe('a short line')
  const long = `${'🌱'.repeat(400)} the hedge ${'🌿'.repeat(400)}`
  const shown = excerptAround(long, 'hedge')
  expect(shown).toContain('🌱 the hedge 🌿')
  expect(shown.length).toBeLessThanOrEqual(300)
  for (const lead of ['', 'x']) expect(excerptAround(lead + long, 'hedge').isWellFormed()).toBe(true)
  expect(excerptAround('🌱'.repeat(400), 'nowhere').isWellFormed()).toBe(true)
})
