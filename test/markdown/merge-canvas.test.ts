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

test('a card that stands twice already does so once more, under an id of its own', () => {
  const merged = mergeCanvas({
    base: canvas(card('a', 'one'), card('a-theirs', 'two')),
    ours: canvas(card('a', 'mine'), card('a-theirs', 'two')),
    theirs: canvas(card('a', 'yours'), card('a-theirs', 'two')),
  })
  expect(merged).toEqual({
    text: canvas(card('a', 'mine'), card('a-theirs-2', 'yours', 270), card('a-theirs', 'two')),
    conflicts: 1,
  })
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

const edge = (id: string, from: string, to: string) => `{"id":"${id}","fromNode":"${from}","toNode":"${to}"}`
const joined = (cards: readonly string[], edges: readonly string[], more = '') =>
  `{"nodes":[${cards.join()}],"edges":[${edges.join()}]${more}}`

test('a card that one removed stays where a line that the other drew leads to it', () => {
  const sides = {
    base: joined([card('a', 'one'), card('b', 'two'), card('c', 'three')], [edge('e', 'a', 'b')]),
    ours: joined([card('c', 'three')], []),
    theirs: joined(
      [card('a', 'one'), card('b', 'two'), card('c', 'three')],
      [edge('e', 'a', 'b'), edge('f', 'b', 'c')],
    ),
  }
  const expected = joined([card('b', 'two'), card('c', 'three')], [edge('f', 'b', 'c')])
  for (const both of [sides, { ...sides, ours: sides.theirs, theirs: sides.ours }])
    expect(mergeCanvas(both)).toEqual({ text: expected, conflicts: 0 })
})

test('a line of which each side moved another end is there twice', () => {
  const cards = [card('a', 'one'), card('b', 'two'), card('c', 'three')]
  const merged = mergeCanvas({
    base: joined(cards, [edge('e', 'a', 'b')]),
    ours: joined(cards, [edge('e', 'a', 'c')]),
    theirs: joined(cards, [edge('e', 'c', 'b')]),
  })
  expect(merged?.conflicts).toBe(1)
  expect(merged?.text.replaceAll(/\s/g, '')).toBe(
    joined(cards, [edge('e', 'a', 'c'), edge('e-theirs', 'c', 'b')]),
  )
})

test('a card to which both gave another colour stands twice', () => {
  const inColour = (colour: string) => card('a', 'one').replace('}', `,"color":"${colour}"}`)
  const merged = mergeCanvas({
    base: joined([card('a', 'one')], []),
    ours: joined([inColour('1')], []),
    theirs: joined([inColour('2')], []),
  })
  expect(merged?.conflicts).toBe(1)
  expect(merged?.text.match(/"color":"."/g)).toEqual(['"color":"1"', '"color":"2"'])
})

test('what one side says beside cards and lines is kept; where both say other things git merges', () => {
  const base = joined([card('a', 'one')], [], ',"metadata":{"title":"Old"}')
  const moved = joined([card('a', 'one', 5)], [], ',"metadata":{"title":"Old"}')
  const titled = (title: string) => joined([card('a', 'one')], [], `,"metadata":{"title":"${title}"}`)
  const expected = { text: joined([card('a', 'one', 5)], [], ',"metadata":{"title":"New"}'), conflicts: 0 }
  expect(mergeCanvas({ base, ours: moved, theirs: titled('New') })).toEqual(expected)
  expect(mergeCanvas({ base, ours: titled('New'), theirs: moved })).toEqual(expected)
  expect(mergeCanvas({ base, ours: titled('New'), theirs: titled('Other') })).toBeNull()
})
