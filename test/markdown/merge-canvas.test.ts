import { expect, test } from 'vitest'
import { mergeCanvas } from '../../src/markdown/merge/merge-canvas.ts'

const card = (id: string, text: string, x = 0) =>
  `{"id":"${id}","type":"text","text":"${text}","x":${x},"y":0,"width":250,"height":60}`
const canvas = (...cards: readonly string[]) =>
  `{\n\t"nodes":[\n\t\t${cards.join(',\n\t\t')}\n\t],\n\t"edges":[\n\t\t{"id":"e","fromNode":"a","toNode":"b"}\n\t]\n}`

test('cards that each side moved, wrote in and added are all there, and the others as they were', () => {
  const sides = {
    base: canvas(card('a', 'one'), card('b', 'two')),
    ours: canvas(card('a', 'one', 500), card('b', 'two'), card('c', 'from here')),
    theirs: canvas(card('a', 'one, better'), card('b', 'two'), card('d', 'elsewhere')),
  }
  const expected = {
    text: canvas(
      card('a', 'one, better', 500),
      card('b', 'two'),
      card('c', 'from here'),
      card('d', 'elsewhere'),
    ),
    conflicts: 0,
  }
  expect(mergeCanvas(sides)).toEqual(expected)
  expect(mergeCanvas({ ...sides, ours: sides.theirs, theirs: sides.ours })).toEqual(expected)
})

test('a card to which both gave another text stands twice, side by side', () => {
  const merged = mergeCanvas({
    base: canvas(card('a', 'one')),
    ours: canvas(card('a', 'mine')),
    theirs: canvas(card('a', 'yours')),
  })
  expect(merged).toEqual({ text: canvas(card('a', 'mine'), card('a-theirs', 'yours', 270)), conflicts: 1 })
})

test('a card that one removed and the other wrote in stays', () => {
  const merged = mergeCanvas({
    base: canvas(card('a', 'one'), card('b', 'two')),
    ours: canvas(card('a', 'one')),
    theirs: canvas(card('a', 'one'), card('b', 'two, better')),
  })
  expect(merged).toEqual({ text: canvas(card('a', 'one'), card('b', 'two, better')), conflicts: 0 })
})

test('the first cards of an empty canvas', () => {
  const empty = '{"nodes":[],"edges":[]}'
  const merged = mergeCanvas({
    base: empty,
    ours: `{"nodes":[${card('a', 'a')}],"edges":[]}`,
    theirs: `{"nodes":[${card('b', 'b')}],"edges":[]}`,
  })
  expect(JSON.parse(merged?.text ?? '')).toMatchObject({ nodes: [{ id: 'a' }, { id: 'b' }], edges: [] })
})

test('braces and quotes in a text do not end a card', () => {
  const odd = 'a } ] , \\" { ['
  const base = canvas(card('a', odd), card('b', 'two'))
  const merged = mergeCanvas({
    base,
    ours: canvas(card('a', odd), card('b', 'two', 9)),
    theirs: canvas(card('a', odd, 7), card('b', 'two')),
  })
  expect(merged).toEqual({ text: canvas(card('a', odd, 7), card('b', 'two', 9)), conflicts: 0 })
})

test('what is no canvas is left to git', () => {
  expect(mergeCanvas({ base: '{}', ours: '{', theirs: '[]' })).toBeNull()
})
