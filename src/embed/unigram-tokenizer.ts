import { z } from 'zod'

/** Pieces, each with the logarithm of its probability; a missing one counts as 0. */
const vocabulary = z.array(z.tuple([z.string(), z.number().nullable()])).min(1_000)

/** Reads the vocabulary of the embedded model. Throws on anything else. */
export function readVocabulary(text: string): z.output<typeof vocabulary> {
  return vocabulary.parse(JSON.parse(text))
}

/** The first pieces are for the model itself: unknown, begin, end and three unused ones. */
const ownPieces = 6
const unknown = 0
/** Worse than any piece, so that an unknown character is taken only where no piece fits. */
const unknownScore = -20
const wordStart = '\u2581'
const mostRemembered = 20_000
const longestRemembered = 32

/**
 * A sentencepiece tokenizer: the most probable way to cut a word into pieces. No piece crosses a space, so each word is
 * cut by itself, and common words only once. Line breaks count as spaces.
 */
export class UnigramTokenizer {
  /** Pieces with id and score, and the prefixes of longer pieces without. */
  readonly #pieces = new Map<string, { readonly id: number; readonly score: number } | null>()
  readonly #remembered = new Map<string, readonly number[]>()

  constructor(pieces: z.output<typeof vocabulary>) {
    pieces.forEach(([text, score], id) => {
      if (id < ownPieces) return
      let beginning = ''
      for (const character of text) {
        beginning += character
        if (!this.#pieces.has(beginning)) this.#pieces.set(beginning, null)
      }
      this.#pieces.set(text, { id, score: score ?? 0 })
    })
  }

  encode(text: string): readonly number[] {
    const ids: number[] = []
    for (const word of text.normalize('NFKC').split(/\s+/u)) {
      if (word === '') continue
      for (const id of this.#encodeWord(word)) ids.push(id)
    }
    return ids
  }

  #encodeWord(word: string): readonly number[] {
    const known = this.#remembered.get(word)
    if (known !== undefined) return known
    const ids = this.#cut(Array.from(wordStart + word))
    if (word.length <= longestRemembered) {
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear()
      this.#remembered.set(word, ids)
    }
    return ids
  }

  /** Viterbi: the best way to each place is the best last piece after the best way to where it begins. */
  #cut(characters: readonly string[]): readonly number[] {
    const count = characters.length
    const best = new Float64Array(count + 1).fill(-Infinity)
    const from = new Int32Array(count + 1)
    const last = new Int32Array(count + 1)
    best[0] = 0
    for (let start = 0; start < count; start++) {
      const soFar = best[start] ?? 0
      let text = ''
      for (let end = start + 1; end <= count; end++) {
        text += characters[end - 1] ?? ''
        const piece = this.#pieces.get(text)
        if (piece === undefined) break
        if (piece === null || soFar + piece.score < (best[end] ?? 0)) continue
        best[end] = soFar + piece.score
        from[end] = start
        last[end] = piece.id
      }
      if (best[start + 1] === -Infinity) {
        best[start + 1] = soFar + unknownScore
        from[start + 1] = start
        last[start + 1] = unknown
      }
    }
    return backwards(from, last)
  }
}

/** The pieces of the best way, read from its end. Consecutive unknown characters are one token. */
function backwards(from: Int32Array, last: Int32Array): readonly number[] {
  const ids: number[] = []
  for (let end = last.length - 1; end > 0; end = from[end] ?? 0) {
    const id = last[end] ?? unknown
    if (id !== unknown || ids.at(-1) !== unknown) ids.push(id)
  }
  return ids.reverse()
}
