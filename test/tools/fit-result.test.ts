import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain } from '../support/plain.ts'
import { fitResult, jsonBytes, writeResult } from '../../src/call/fit-result.ts'

function fit(content: object, maxBytes: number, rest: string) {
  return plain(fitResult(writeResult(content), maxBytes, rest).content)
}

test('what fits is handed back as it is', () => {
  const written = writeResult({ list: [1, 2, 3] })
  expect(fitResult(written, 1_000, 'More.')).toBe(written)
})

test('the largest list loses whole items from its end', () => {
  const list = Array.from({ length: 100 }, (_, index) => ({ index, text: 'x'.repeat(50) }))
  const fitted = fit({ head: 'stays', list }, 2_000, 'Call it again.')
  expect(fitted.head).toBe('stays')
  expect(fitted.list).toEqual(list.slice(0, fitted.list.length))
  expect(fitted.truncated).toBe(
    `Cut to fit: the first ${fitted.list.length} of 100 items of list. Call it again.`,
  )
})

test('a text is cut between characters', () => {
  const fitted = fit({ text: '🌱'.repeat(2_000) }, 1_001, 'More.')
  expect(fitted.text).toMatch(/^(🌱)+$/u)
})

test('the content that was given stays as it was', () => {
  const content = { list: Array.from({ length: 100 }, () => 'x'.repeat(50)) }
  fit(content, 1_000, 'More.')
  expect(content.list).toHaveLength(100)
})

test('whatever is too long fits afterwards and is still JSON', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'grapheme', maxLength: 3_000, size: 'max' }),
      fc.integer(),
      fc.array(tie('any'), { maxLength: 20 }),
      fc.dictionary(fc.string({ maxLength: 5 }), tie('any'), { maxKeys: 5 }),
    ),
  })).any
  fc.assert(
    fc.property(fc.array(value, { maxLength: 10 }), value, (list, other) => {
      const fitted = fitResult(writeResult({ list, other }), 4_000, 'Call it again.')
      expect(jsonBytes(fitted.content)).toBeLessThanOrEqual(4_000)
      expect(fitted.text).toBe(JSON.stringify(fitted.content))
    }),
    { numRuns: 60 },
  )
})
