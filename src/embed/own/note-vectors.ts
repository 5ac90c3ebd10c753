import { TermSplitter } from './split-terms.ts'
import { TermCounter, TermList, type TermRange } from './term-counter.ts'
import { type FindTerm, TermVectors } from './term-vectors.ts'

/** Where a part of a text lies, and how near it is to a question. */
export interface NearWindow {
  readonly start: number
  readonly end: number
  readonly cosine: number
}

export interface NoteVectors {
  /** The direction of the whole text; null where the model knows none of its terms. */
  readonly whole: Uint8Array | null
  /** Of a long text its parts: where each lies, and its direction. Null for any other. */
  readonly windows: Uint8Array | null
}

/** About as much as a person reads at once; texts of less than two are looked at as a whole. */
const windowCharacters = 1_200
/** The parts of a longer text are longer. */
const mostWindows = 64
const placeBytes = 8

/** Reads notes as a model sees them. Keeps the vectors of the terms that it has met. */
export class NoteReader {
  readonly #dimensions: number
  readonly #vectors: TermVectors
  readonly #splitter = new TermSplitter((term) => this.#vectors.numberOf(term))
  /** Of the note that is read. */
  readonly #terms = new TermList()
  readonly #counter = new TermCounter()

  constructor(dimensions: number, find: FindTerm) {
    this.#dimensions = dimensions
    this.#vectors = new TermVectors(dimensions, find)
  }

  /** Has a term's packed vector from now on, as if it had been looked for. */
  learn(term: string, bytes: Uint8Array): void {
    this.#vectors.add(term, bytes)
  }

  /** The directions of a note and of its parts. */
  read({ title, body }: { readonly title: string; readonly body: string }): NoteVectors {
    this.#terms.clear()
    const heading = this.#read(title)
    const parts = cutWindows(body).map((place) => ({
      place,
      terms: this.#read(body.slice(place.start, place.end)),
    }))
    const whole = this.#directionOf({ from: 0, to: this.#terms.length })
    if (parts.length < 2) return { whole, windows: null }
    const stride = placeBytes + this.#dimensions
    const windows = new Uint8Array(parts.length * stride)
    const view = new DataView(windows.buffer)
    parts.forEach(({ place, terms }, at) => {
      view.setUint32(at * stride, place.start, true)
      view.setUint32(at * stride + 4, place.end, true)
      const direction = this.#directionOf(heading, terms)
      if (direction !== null) windows.set(direction, at * stride + placeBytes)
    })
    return { whole, windows }
  }

  /** Adds the terms of a text to the list. */
  #read(text: string): TermRange {
    const from = this.#terms.length
    this.#splitter.each(text, this.#terms.add)
    return { from, to: this.#terms.length }
  }

  #directionOf(...texts: readonly TermRange[]): Uint8Array | null {
    return this.#vectors.directionOf(this.#counter, this.#counter.count(this.#terms, ...texts))
  }
}

/** The part of a note that is nearest to a vector of length 1. */
export function nearestWindow(windows: Uint8Array, vector: Float32Array): NearWindow | null {
  const stride = placeBytes + vector.length
  const view = new DataView(windows.buffer, windows.byteOffset, windows.byteLength)
  let best: NearWindow | null = null
  for (let at = 0; at + stride <= windows.length; at += stride) {
    const start = windows.byteOffset + at + placeBytes
    const cosine = cosineTo(new Int8Array(windows.buffer, start, vector.length), vector)
    if (best === null || cosine > best.cosine)
      best = { start: view.getUint32(at, true), end: view.getUint32(at + 4, true), cosine }
  }
  return best
}

/** The cosine between a packed direction and a vector of length 1; 0 for one without direction. */
export function cosineTo(direction: Int8Array, vector: Float32Array): number {
  let product = 0
  let square = 0
  for (let at = 0; at < direction.length; at++) {
    const value = direction[at] ?? 0
    product += value * (vector[at] ?? 0)
    square += value * value
  }
  return square === 0 ? 0 : product / Math.sqrt(square)
}

/** Cuts a text at line breaks, or at spaces where a line is too long. */
export function cutWindows(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (text.length < 2 * windowCharacters) return [{ start: 0, end: text.length }]
  const size = Math.max(windowCharacters, Math.ceil(text.length / mostWindows))
  const windows: { start: number; end: number }[] = []
  for (let start = 0; start < text.length;) {
    const wanted = start + size
    const line = text.indexOf('\n', wanted)
    const space = text.indexOf(' ', wanted)
    const isLineNear = line >= 0 && line <= wanted + size / 2
    const otherwise = space < 0 ? wanted + size : Math.min(space, wanted + size)
    const end = Math.min(text.length, isLineNear ? line + 1 : otherwise)
    windows.push({ start, end })
    start = end
  }
  return windows
}
