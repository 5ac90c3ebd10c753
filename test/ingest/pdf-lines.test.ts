import { expect, test } from 'vitest'
import { cleanCharacter } from '../../src/pdf/clean-character.ts'
import { buildFragments, type PlacedCharacter } from '../../src/pdf/line-builder.ts'
import { textOf } from '../../src/pdf/pdf-page.ts'

interface Piece {
  readonly raise?: number
  readonly size?: number
  readonly gap?: number
}

type SetPiece = readonly [text: string, piece?: Piece]

/** Characters side by side, each half as wide as the type is large. */
function set(pieces: readonly SetPiece[]): PlacedCharacter[] {
  let x = 0
  return pieces.flatMap(([text, { raise = 0, size = 10, gap = 0 } = {}]) => {
    x += gap
    return Array.from(text, (character) => {
      const x0 = x
      x += size / 2
      const baseline = 100 - raise
      const style = { bold: false, italic: false, mono: false, link: null }
      return { text: character, size, ...style, x0, x1: x, y0: baseline - size, y1: baseline, baseline }
    })
  })
}

function read(...pieces: readonly SetPiece[]): string[] {
  return buildFragments(set(pieces), 0).map(textOf)
}

const raised = { raise: 4, size: 6 }

test('a wide gap parts a line, a blank does not', () => {
  expect(read(['one two'], ['three', { gap: 30 }])).toEqual(['one two', 'three'])
})

test('a raised number after a word is a note, after a unit or number an exponent', () => {
  expect(read(['shown'], ['12', raised], [' there'])).toEqual(['shown[12] there'])
  expect(read(['the end.'], ['3', raised])).toEqual(['the end.[3]'])
  expect(read(['5 km'], ['2', raised])).toEqual(['5 km²'])
  expect(read(['750'], ['1', raised])).toEqual(['750¹'])
  expect(read(['12345'])).toEqual(['12345'])
})

test('letters set apart are one word', () => {
  expect(read(['A N N E X:'])).toEqual(['ANNEX:'])
  expect(read(['a b cd'])).toEqual(['a b cd'])
})

test.each([
  ['a', 'a'],
  ['\u00a0', ' '],
  ['ﬁ', 'fi'],
  ['\uf0b7', '•'],
  ['\u200b', ''],
  ['\u0007', ''],
  ['\ue123', '\ufffd'],
  ['\u{1d465}', '\u{1d465}'],
])('the character %j is written %j', (character, written) => {
  expect(cleanCharacter(character)).toBe(written)
})
