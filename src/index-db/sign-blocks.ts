/**
 * The signs of vectors' numbers, one bit each. A search looks through them first, as reading and comparing whole
 * vectors takes a hundred times as long. Neighbouring passages share a row, because reading rows is what takes time.
 */
export interface SignBlock {
  readonly id: number
  /** A bit for each used slot, then the signs of one slot after the other; the lowest bit comes first. */
  readonly words: Uint32Array
}

export const placesPerBlock = 512
const takenBytes = placesPerBlock / 8
const takenWords = placesPerBlock / 32

export function readBlock({ id, bytes }: { readonly id: number; readonly bytes: Uint8Array }): SignBlock {
  // A row may begin at an unaligned address.
  return { id, words: new Uint32Array(bytes.slice().buffer) }
}

export function blockOf(passage: number): number {
  return Math.floor(passage / placesPerBlock)
}

export function emptyBlock(dimensions: number): Uint8Array {
  return new Uint8Array(takenBytes + placesPerBlock * strideOf(dimensions))
}

/** Writes a passage's signs into its block. */
export function putSigns(block: Uint8Array, passage: number, vector: Float32Array): void {
  const place = passage % placesPerBlock
  block[place >> 3] = (block[place >> 3] ?? 0) | (1 << (place & 7))
  block.set(new Uint8Array(signsOf(vector).buffer), takenBytes + place * strideOf(vector.length))
}

/** Removes a passage from its block. False when the block is empty now. */
export function dropSigns(block: Uint8Array, passage: number): boolean {
  const place = passage % placesPerBlock
  block[place >> 3] = (block[place >> 3] ?? 0) & ~(1 << (place & 7))
  return block.subarray(0, takenBytes).some((taken) => taken !== 0)
}

/** Passages shortlisted per wanted one by common signs, then ranked by the weight of each number. */
const shortlisted = 4
/** Steps of such a weight. */
const weightSteps = 4_096

/**
 * The passages, or the `wanted` ones, whose vectors seem by their signs nearest to this one; at most `most`, best
 * first, and out of how many.
 */
export function nearestBySigns(
  blocks: readonly SignBlock[],
  vector: Float32Array,
  { wanted, most }: { readonly wanted: ReadonlySet<number> | null; readonly most: number },
): { readonly passages: readonly number[]; readonly total: number } {
  const signs = signsOf(vector)
  const passages = new Uint32Array(blocks.length * placesPerBlock)
  const distances = new Uint16Array(passages.length)
  let total = 0
  for (const { id, words } of blocks) {
    const counts = countDifferences(signs, { words, start: takenWords, places: placesPerBlock })
    for (let place = 0; place < placesPerBlock; place++) {
      if ((((words[place >> 5] ?? 0) >>> (place & 31)) & 1) === 0) continue
      const passage = id * placesPerBlock + place
      if (wanted?.has(passage) === false) continue
      passages[total] = passage
      distances[total] = counts[place] ?? 0
      total++
    }
  }
  const found = passages.subarray(0, total)
  const shortlist = firstByCounting(found, distances, signs.length * 32, most * shortlisted)
  if (total <= most) return { passages: [...shortlist], total }
  const blockOfId = new Map(blocks.map((block) => [block.id, block.words]))
  const weigh = disagreementWith(vector)
  const weights = Uint16Array.from(shortlist, (passage) => {
    const words = blockOfId.get(blockOf(passage))
    return words === undefined
      ? weightSteps
      : weigh(words, takenWords + (passage % placesPerBlock) * signs.length)
  })
  return { passages: [...firstByCounting(shortlist, weights, weightSteps, most)], total }
}

/**
 * In how many bits each of these neighbours differs from the wanted signs. Neighbours follow one another from the word
 * `start` and are as long as the wanted one.
 */
function countDifferences(
  wanted: Uint32Array,
  { words, start, places }: { readonly words: Uint32Array; readonly start: number; readonly places: number },
): Uint16Array {
  const counts = new Uint16Array(places)
  const length = wanted.length
  for (let place = 0, at = start; place < places; place++) {
    let count = 0
    for (let index = 0; index < length; index++, at++)
      count += bitsIn((words[at] ?? 0) ^ (wanted[index] ?? 0))
    counts[place] = count
  }
  return counts
}

/** Counts set bits: adds neighbouring bits, then pairs, then fours; one multiplication adds up the bytes. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The passages with the least distances, in order, by counting: there are few distances and many passages. */
function firstByCounting(
  passages: Uint32Array,
  distances: Uint16Array,
  greatest: number,
  most: number,
): Uint32Array {
  const places = new Uint32Array(greatest + 2)
  for (let index = 0; index < passages.length; index++) {
    const distance = distances[index] ?? 0
    places[distance + 1] = (places[distance + 1] ?? 0) + 1
  }
  for (let distance = 1; distance < places.length; distance++)
    places[distance] = (places[distance] ?? 0) + (places[distance - 1] ?? 0)
  const sorted = new Uint32Array(Math.min(most, passages.length))
  for (let index = 0; index < passages.length; index++) {
    const distance = distances[index] ?? 0
    const at = places[distance] ?? 0
    if (at >= sorted.length) continue
    sorted[at] = passages[index] ?? 0
    places[distance] = at + 1
  }
  return sorted
}

/**
 * How much of the vector's length lies in numbers whose signs differ from those at an offset, in steps. Looks up four
 * signs at once.
 */
function disagreementWith(vector: Float32Array): (words: Uint32Array, start: number) => number {
  const length = strideOf(vector.length) / 4
  const sums = new Float32Array(length * 8 * 16)
  let most = 0
  let all = 0
  for (const [at, value] of vector.entries()) {
    most += Math.max(0, value)
    all += Math.abs(value)
    for (let four = 0; four < 16; four++)
      if (((four >> (at & 3)) & 1) === 1)
        sums[(at >> 2) * 16 + four] = (sums[(at >> 2) * 16 + four] ?? 0) + value
  }
  const scale = all === 0 ? 0 : (weightSteps - 1) / all
  return (words, start) => {
    let sum = 0
    for (let index = 0; index < length; index++) {
      const bits = words[start + index] ?? 0
      for (let part = 0; part < 8; part++)
        sum += sums[(index * 8 + part) * 16 + ((bits >>> (part * 4)) & 15)] ?? 0
    }
    return Math.max(0, (most - sum) * scale)
  }
}

function signsOf(vector: Float32Array): Uint32Array {
  const words = new Uint32Array(strideOf(vector.length) / 4)
  for (let at = 0; at < vector.length; at++)
    if ((vector[at] ?? 0) > 0) words[at >> 5] = (words[at >> 5] ?? 0) | (1 << (at & 31))
  return words
}

/** Bytes that one vector's signs take in a block: a multiple of sixteen. */
function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 128) * 16
}
