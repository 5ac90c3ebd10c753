import { rowUnit, VectorMemory } from './vector-memory.ts'

/**
 * The signs of neighbouring passages' vectors, one bit for each number: a bit for each used place, then the signs of one
 * place after the other; the lowest bit comes first. A search looks through them first, as reading and comparing whole
 * vectors takes a hundred times as long. Neighbours share a row, because reading rows is what takes time.
 */
export interface SignBlock {
  readonly id: number
  readonly bytes: Uint8Array
}

export const placesPerBlock = 512
const takenBytes = placesPerBlock / 8

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
/** The distance of a place that no wanted passage has. */
const nothingThere = 65_535
const bytesOfDistance = 2

/** The signs of all vectors of a model, in memory: the wanted ones, the blocks, then the distances. */
export class SignTable {
  readonly #memory = new VectorMemory()
  readonly #ids: number[] = []
  #stride = 0

  /** How many passages there is room for. */
  get places(): number {
    return this.#ids.length * placesPerBlock
  }

  /** Holds these blocks instead of those before. */
  fill(dimensions: number, blocks: Iterable<SignBlock>): void {
    this.#ids.length = 0
    this.#stride = strideOf(dimensions)
    for (const { id, bytes } of blocks) {
      const start = this.#blockAt(this.#ids.push(id) - 1)
      this.#memory.reserve(start + bytes.length)
      new Uint8Array(this.#memory.buffer).set(bytes, start)
    }
    this.#memory.reserve(this.#distancesAt + this.places * bytesOfDistance)
  }

  /**
   * The passages, or the `wanted` ones, whose vectors seem by their signs nearest to this one; at most `most`, best
   * first, and out of how many.
   */
  nearest(
    vector: Float32Array,
    { wanted, most }: { readonly wanted: ReadonlySet<number> | null; readonly most: number },
  ): { readonly passages: readonly number[]; readonly total: number } {
    const greatest = this.#stride * 8
    const shortlist = firstByCounting(this.#distances(vector, wanted), greatest, most * shortlisted)
    const { total } = shortlist
    if (total <= most)
      return { passages: Array.from(shortlist.first, (place) => this.#passageAt(place)), total }
    const weigh = disagreementWith(vector, new Uint32Array(this.#memory.buffer))
    const weights = Uint16Array.from(shortlist.first, (place) => weigh(this.#signsAt(place)))
    const { first } = firstByCounting(weights, weightSteps, most)
    return { passages: Array.from(first, (at) => this.#passageAt(shortlist.first[at] ?? 0)), total }
  }

  /** In how many signs the vector at each place differs. */
  #distances(vector: Float32Array, wanted: ReadonlySet<number> | null): Uint16Array {
    const { buffer } = this.#memory
    new Uint32Array(buffer).set(signsOf(vector))
    const distances = new Uint16Array(buffer, this.#distancesAt, this.places)
    for (let block = 0; block < this.#ids.length; block++) {
      const first = block * placesPerBlock
      this.#memory.differences({
        given: 0,
        rows: this.#signsAt(first),
        count: placesPerBlock,
        stride: this.#stride,
        to: this.#distancesAt + first * bytesOfDistance,
      })
      const taken = new Uint8Array(buffer, this.#blockAt(block), takenBytes)
      if (wanted === null && taken.every((eight) => eight === 255)) continue
      for (let place = 0; place < placesPerBlock; place++) {
        const isTaken = (((taken[place >> 3] ?? 0) >> (place & 7)) & 1) === 1
        if (!isTaken || wanted?.has(this.#passageAt(first + place)) === false)
          distances[first + place] = nothingThere
      }
    }
    return distances
  }

  #passageAt(place: number): number {
    return (this.#ids[blockOf(place)] ?? 0) * placesPerBlock + (place % placesPerBlock)
  }

  #signsAt(place: number): number {
    return this.#blockAt(blockOf(place)) + takenBytes + (place % placesPerBlock) * this.#stride
  }

  #blockAt(block: number): number {
    return (
      takenBytes * Math.ceil(this.#stride / takenBytes) + block * (takenBytes + placesPerBlock * this.#stride)
    )
  }

  get #distancesAt(): number {
    return this.#blockAt(this.#ids.length)
  }
}

/**
 * The indexes of the least distances, in order, and how many there are up to the greatest one. By counting: there are few
 * distances and many passages.
 */
function firstByCounting(
  distances: Uint16Array,
  greatest: number,
  most: number,
): { readonly first: Uint32Array; readonly total: number } {
  const places = new Uint32Array(greatest + 2)
  for (const distance of distances)
    if (distance <= greatest) places[distance + 1] = (places[distance + 1] ?? 0) + 1
  for (let distance = 1; distance < places.length; distance++)
    places[distance] = (places[distance] ?? 0) + (places[distance - 1] ?? 0)
  const total = places[greatest + 1] ?? 0
  const first = new Uint32Array(Math.min(most, total))
  // Nothing is looked at twice that is farther than the last one.
  const last = places.findLastIndex((before) => before < first.length)
  for (let index = 0; index < distances.length; index++) {
    const distance = distances[index] ?? 0
    if (distance > last) continue
    const at = places[distance] ?? 0
    if (at >= first.length) continue
    first[at] = index
    places[distance] = at + 1
  }
  return { first, total }
}

/**
 * How much of the vector's length lies in numbers whose signs differ from those at a place, in steps. Looks up four signs
 * at once.
 */
function disagreementWith(vector: Float32Array, words: Uint32Array): (place: number) => number {
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
  return (place) => {
    const start = place / 4
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

/** Bytes that one vector's signs take in a block. */
function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / (8 * rowUnit)) * rowUnit
}
