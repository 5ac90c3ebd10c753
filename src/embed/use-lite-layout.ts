/** Where the parts of the embedded model are, both in its file and in memory: addresses in bytes. */

export const tokenCount = 8_002
export const heads = 4
/** The numbers per token at first, and between the two layers. */
export const embeddedWidth = 256
export const width = 512

/** One layer of attention: numbers per head, and per token at its input. */
export const attentions = [
  { headWidth: 64, depth: embeddedWidth },
  { headWidth: 128, depth: width },
] as const

/** A matrix of 8-bit numbers, with three floats per column. */
export interface Dense {
  readonly matrix: number
  readonly factors: number
  readonly depth: number
  readonly columns: number
}

export const useLiteLayout = layOut()

function layOut() {
  let next = 0
  const take = (bytes: number) => {
    const start = next
    next += Math.ceil(bytes / 16) * 16
    return start
  }
  const dense = (depth: number, columns: number): Dense => {
    const matrix = take(depth * columns)
    return { matrix, factors: take(3 * columns * 4), depth, columns }
  }
  const norm = (columns: number) => take(2 * columns * 4)
  const tokens = take(tokenCount * embeddedWidth)
  const tokenScales = take(tokenCount * 4)
  const speeds = take((embeddedWidth / 2) * 4)
  const lift = dense(embeddedWidth, width)
  const layers = attentions.map(({ headWidth, depth }) => ({
    headWidth,
    before: norm(depth),
    ask: dense(depth, 3 * heads * headWidth),
    answer: dense(heads * headWidth, width),
    between: norm(width),
    widen: dense(width, 3 * width),
    narrow: dense(3 * width, width),
  }))
  const meaning = dense(width, width)
  return { tokens, tokenScales, speeds, lift, layers, meaning, end: next }
}
