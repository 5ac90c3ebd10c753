import { expect, test } from 'vitest'
import { nestingProblem } from '../../src/markdown/read/yaml-nesting.ts'

const nested = (levels: number) => Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}k:`)

test.each(['\n', '\r\n', '\r'])('levels are counted in lines that end with %j', (lineBreak) => {
  expect(nestingProblem(nested(100).join(lineBreak))).toBeNull()
  expect(nestingProblem(nested(101).join(lineBreak))).toContain('more than 100 levels')
})

test('what stands beside each other is not nested', () => {
  const beside = Array.from({ length: 300 }, (_, at) => `k${at}:\n  - [1]`)
  expect(nestingProblem(beside.join('\n'))).toBeNull()
})
