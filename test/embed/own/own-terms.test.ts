import { expect, test } from 'vitest'
import { OwnMemory } from '../../../src/embed/own/own-memory.ts'
import { learnTerms } from '../../../src/embed/own/own-terms.ts'
import { packDirection, packVector, addPacked } from '../../../src/embed/own/pack-vector.ts'
import { TermSplitter } from '../../../src/embed/own/split-terms.ts'
import { TermCounts } from '../../../src/embed/own/term-counts.ts'
import { textVector } from '../../../src/embed/own/text-vector.ts'
import { finish } from '../../support/finish.ts'

const splitter = new TermSplitter((term) => term)

function share(notes: readonly string[], memory = new OwnMemory()) {
  const counts = new TermCounts(memory)
  for (const note of notes) counts.add(note)
  return finish(counts.share())
}

function learn(notes: readonly string[], count?: number) {
  const memory = new OwnMemory()
  const { dimensions, terms } = finish(learnTerms(share(notes, memory), memory, count))
  const known = new Map(Array.from(terms, ({ term, numbers }) => [term, numbers]))
  return (text: string) => textVector(splitter.split(text), dimensions, (term) => known.get(term))
}

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

const kitchen = ['oven', 'flour', 'yeast', 'dough', 'bread', 'crust']
const boats = ['mast', 'rudder', 'anchor', 'harbour', 'keel', 'sail']
/** Each note has three words of one theme, so that any two of them come together somewhere. */
const themed = [kitchen, boats].flatMap((theme) =>
  theme.flatMap((one, at) =>
    theme.slice(at + 1).map((other) => `${one} ${other} ${theme[(at * 2 + 3) % theme.length] ?? ''}`),
  ),
)

test('words that come with the same others are alike, and others are not', () => {
  const read = learn(themed, 2)
  expect(cosine(read('oven').vector, read('crust').vector)).toBeGreaterThan(0.9)
  expect(Math.abs(cosine(read('oven').vector, read('keel').vector))).toBeLessThan(0.1)
})

test('a text in capitals means the same', () => {
  const read = learn(themed)
  expect([...read('BREAD OVEN').vector]).toEqual([...read('bread oven').vector])
})

test('words of two scripts that touch are words of their own', () => {
  expect(splitter.split('CachesでPython을')).toEqual(['cach', 'で', 'python', '을'])
})

test('a text of unknown words means nothing, and says how much is known', () => {
  const read = learn(themed)
  expect(read('quasar nebula')).toMatchObject({ known: 0 })
  expect(read('quasar nebula').vector.every((value) => value === 0)).toBe(true)
  expect(read('bread nebula').known).toBe(0.5)
})

test('the same notes teach the same', () => {
  expect([...learn(themed)('bread').vector]).toEqual([...learn(themed)('bread').vector])
})

test('a vault without shared words has no model', () => {
  expect(share(['one', 'two']).terms).toEqual([])
  expect(learn(['one', 'two'])('one').vector).toHaveLength(0)
})

test('of each term it is known which notes have it', () => {
  const shared = share(['bread oven', 'bread crust', 'oven', 'crust', 'keel', 'keel'])
  const places = new Uint32Array(shared.longest)
  const values = new Float32Array(shared.longest)
  const found = shared.terms.map((term, row) => [
    term,
    [...places.subarray(0, shared.read(row, places, values))],
  ])
  expect(Object.fromEntries(found)).toEqual({ bread: [0, 1], crust: [1, 3], keel: [4, 5], oven: [0, 2] })
})

test('of each term it is known about how often a note has it', () => {
  const others = Array.from({ length: 8 }, (_, at) => `keel${at}`)
  for (let times = 1; times <= 30; times++) {
    const shared = share(['oven '.repeat(times), 'oven', ...others])
    const values = new Float32Array(shared.longest)
    shared.read(shared.terms.indexOf('oven'), new Uint32Array(shared.longest), values)
    const [many = 0, once = 0] = values
    expect(once).toBeCloseTo(Math.log(5))
    expect(many / once / (1 + Math.log(times)), `${times} times`).toBeCloseTo(1, 0.7)
  }
})

test('terms are words without endings, and pairs of characters where there are no spaces', () => {
  expect(splitter.split('Caches, über Größe: ガラスの 全文検索!')).toEqual([
    'cach',
    'uber',
    'große',
    'ガラ',
    'ラス',
    'スの',
    '全文',
    '文検',
    '検索',
  ])
})

test('signs, digits and other scripts end or join words as they do in the full-text index', () => {
  const texts = {
    'bread—oven': ['bread', 'oven'],
    'a 😀b🥖 c': ['a', 'b', 'c'],
    'mp3 x2y 42': ['mp3', 'x2y', '42'],
    'naïve ovens’ crème': ['naiv', 'oven', 'creme'],
    'хлеб, печь': ['хлеб', 'печь'],
    [`${'x'.repeat(41)} oven`]: ['oven'],
    [`${'ж'.repeat(41)} oven`]: ['oven'],
    'ends in oven': ['end', 'in', 'oven'],
  }
  for (const [text, terms] of Object.entries(texts)) expect(splitter.split(text), text).toEqual(terms)
})

test('a packed vector is the vector within half a step', () => {
  const vector = Float32Array.of(0.5, -1.27, 0, 0.004)
  const again = new Float32Array(4)
  addPacked(again, packVector(vector), 2)
  again.forEach((value, at) => {
    expect(value / 2).toBeCloseTo(vector[at] ?? 0, 2)
  })
  expect([...packDirection(vector)]).toEqual([50, -127, 0, 0])
})
