import { expect, test } from 'vitest'
import { cutWindows, NoteReader } from '../../../src/embed/own/note-vectors.ts'
import { packDirection, packVector } from '../../../src/embed/own/pack-vector.ts'
import { TermSplitter } from '../../../src/embed/own/split-terms.ts'
import { textVector } from '../../../src/embed/own/text-vector.ts'

const dimensions = 21

/** A vector for each of many words, of numbers that look random and are the same each time. */
function manyTerms(count: number) {
  let state = 7
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  }
  const names = Array.from({ length: count }, (_, at) => `w${at}`)
  return new Map(names.map((name) => [name, packVector(Float32Array.from({ length: dimensions }, next))]))
}

const terms = manyTerms(3_000)
const find = (term: string) => terms.get(term)
const splitter = new TermSplitter((term) => term)

const directionOf = (text: string) => packDirection(textVector(splitter.split(text), dimensions, find).vector)

/** Both are made of whole numbers: where a sum lies between two, its last digits decide. */
function expectNearly(found: Uint8Array | null, expected: Int8Array) {
  const numbers = found === null ? [] : [...new Int8Array(found)]
  expect(numbers).toHaveLength(expected.length)
  numbers.forEach((number, at) => {
    expect(Math.abs(number - (expected[at] ?? 0))).toBeLessThanOrEqual(1)
  })
}

test('a note is seen as a question with its words is', () => {
  const reader = new NoteReader(dimensions, find)
  for (const body of ['w1 w2 w2 w9', 'w5 unheard w5 w5', [...terms.keys()].join(' ')])
    expectNearly(reader.read({ title: 'w4', body }).whole, directionOf(`w4 ${body}`))
})

test('a note of which the model knows no word has no direction', () => {
  expect(new NoteReader(dimensions, find).read({ title: 'unheard', body: 'of' })).toEqual({
    whole: null,
    windows: null,
  })
})

test('a long note has a direction for each of its parts, which begins with its title', () => {
  const body = 'w7 w8 w9\n'.repeat(150) + 'w70 w80 w90\n'.repeat(150)
  const { windows } = new NoteReader(dimensions, find).read({ title: 'w4', body })
  const parts = cutWindows(body)
  const stride = 8 + dimensions
  expect(windows).toHaveLength(parts.length * stride)
  parts.forEach(({ start, end }, at) => {
    const direction = windows?.slice(at * stride + 8, (at + 1) * stride) ?? null
    expectNearly(direction, directionOf(`w4 ${body.slice(start, end)}`))
  })
})
