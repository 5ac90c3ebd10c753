const mostCompared = 2_000

/** From here on one line counts as another one changed. */
export const leastAlike = 0.5

/**
 * How much two texts have in common, from 0 to 1: twice the pairs of neighbouring characters that both have, through
 * all that there are (Dice's coefficient), and half at least where one has all words of the other. Only what they say counts,
 * not what makes them an item, a task or a link: by that any two tasks of one word would be alike.
 */
export function similarity(a: string, b: string): number {
  return a === b ? 1 : (similarities([a], [b])[0] ?? 0)
}

/** Whether one name may be another one changed; two days are two. */
export function isSameCalled(one: string, other: string): boolean {
  const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).join(' ')
  return numbersIn(one) === numbersIn(other) && similarity(one, other) >= leastAlike
}

/** The similarity of each text to each of the others, row by row: each is read once. */
export function similarities(texts: readonly string[], others: readonly string[]): Float64Array {
  const numbers: Numbers = new Map()
  const [rows, columns] = [
    texts.map((text) => readWording(text, numbers)),
    others.map((text) => readWording(text, numbers)),
  ]
  const table = new Float64Array(rows.length * columns.length)
  // Which pairs and words the text of the row has.
  const isIn = new Uint8Array(numbers.size)
  for (const [row, one] of rows.entries()) {
    isIn.fill(0)
    for (const numbers of [one.pairs, one.words]) for (const number of numbers) isIn[number] = 1
    for (const [column, other] of columns.entries())
      table[row * columns.length + column] = likeness(one, other, isIn)
  }
  return table
}

interface Wording {
  readonly text: string
  readonly said: string
  /** Numbers of its pairs of neighbouring characters, of which one that comes again has another number, and of its words. */
  readonly pairs: Uint32Array
  readonly words: Uint32Array
}

/** Numbers of pairs, by their characters, and of words. */
type Numbers = Map<number | string, number>

function readWording(text: string, numbers: Numbers): Wording {
  const said = wordsIn(text)
  const numberOf = (key: number | string) => {
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, numbers.size)
    return numbers.size - 1
  }
  const counts = new Map<number, number>()
  const pairs = new Uint32Array(Math.max(0, said.length - 1))
  for (let at = 0; at < pairs.length; at += 1) {
    const pair = said.charCodeAt(at) * 0x1_00_00 + said.charCodeAt(at + 1)
    const count = counts.get(pair) ?? 0
    counts.set(pair, count + 1)
    pairs[at] = numberOf(pair + count * 0x1_00_00_00_00)
  }
  return { text, said, pairs, words: Uint32Array.from(new Set(said.split(' ')), numberOf) }
}

function likeness(one: Wording, other: Wording, isInOne: Uint8Array): number {
  if (one.text === other.text) return 1
  if (one.said === other.said) return one.said === '' ? 0 : 1
  if (one.pairs.length === 0 || other.pairs.length === 0) return 0
  const share = (2 * countIn(other.pairs, isInOne)) / (one.pairs.length + other.pairs.length)
  if (share >= leastAlike) return share
  // One has all words of the other, as what was only added to has.
  const isWithin = countIn(other.words, isInOne) === Math.min(one.words.length, other.words.length)
  return isWithin ? leastAlike : share
}

function countIn(numbers: Uint32Array, isIn: Uint8Array): number {
  let count = 0
  for (const number of numbers) count += isIn[number] ?? 0
  return count
}

function wordsIn(text: string): string {
  return text
    .slice(0, mostCompared)
    .toLowerCase()
    .replace(/^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[.\](?=\s|$))?/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
