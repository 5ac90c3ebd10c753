import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { webAssemblyCalls, type WebAssemblyCalls } from '../model/web-assembly-calls.ts'
import { embeddedModel, kernelFileName } from './embedded-model.ts'
import type { ModelRunner } from './model-runner.ts'
import type { Window } from './token-reader.ts'
import { attentions, type Dense, embeddedWidth, tokenCount, useLiteLayout, width } from './use-lite-layout.ts'

const mostRows = embeddedModel.maxTokens
const pageSize = 65_536
const noMeaning = 1e-6

/** Loads the embedded model: its weights as they are in memory, and the code that works on them. */
export async function openUseLite(file: string): Promise<ModelRunner> {
  const [weights, code] = await Promise.all([readFile(file), readFile(join(dirname(file), kernelFileName))])
  if (weights.length !== useLiteLayout.end)
    throw new Error(`${weights.length} bytes instead of ${useLiteLayout.end}`)
  const places = workPlaces()
  const memory = new WebAssembly.Memory({ initial: Math.ceil(places.end / pageSize) })
  new Uint8Array(memory.buffer).set(weights)
  const { instance } = await WebAssembly.instantiate(code, { env: { memory } })
  const kernel = webAssemblyCalls(instance, kernelFileName)
  return {
    run: (windows) =>
      Promise.resolve(windows.map((window) => runWindow(window, memory.buffer, kernel, places))),
    close: () => Promise.resolve(),
  }
}

type WorkPlaces = ReturnType<typeof workPlaces>

/** Room after the weights for intermediate results. */
function workPlaces() {
  let next = Math.ceil(useLiteLayout.end / 64) * 64
  const take = (bytes: number) => {
    const start = next
    next += Math.ceil(bytes / 64) * 64
    return start
  }
  const rows = (columns: number) => take(mostRows * columns * 4)
  const widest = Math.max(...attentions.map(({ headWidth }) => headWidth))
  return {
    start: rows(embeddedWidth),
    sum: rows(width),
    normal: rows(width),
    rounded: take(mostRows * 3 * width),
    steps: take(mostRows * 8),
    asked: rows(3 * width),
    heard: rows(width),
    scratch: take((widest + mostRows) * mostRows * 4),
    result: rows(width),
    end: next,
  }
}

function runWindow(
  window: Window,
  buffer: ArrayBuffer,
  kernel: WebAssemblyCalls,
  places: WorkPlaces,
): Float32Array {
  const tokens = Math.min(window.length, mostRows)
  const rows = Math.max(8, Math.ceil(tokens / 8) * 8)
  const { start, sum, normal, rounded, steps, asked, heard, scratch, result } = places
  const apply = ({ matrix, factors, depth, columns }: Dense, from: number, to: number, isCut = 0) => {
    kernel('quantize', from, rounded, steps, rows, depth)
    kernel('dense', rounded, steps, matrix, factors, to, rows, depth, columns, isCut)
  }
  placeTokens(window.slice(0, tokens), new Float32Array(buffer, start, rows * embeddedWidth), buffer)
  apply(useLiteLayout.lift, start, sum)
  useLiteLayout.layers.forEach(({ headWidth, before, ask, answer, between, widen, narrow }, index) => {
    kernel('normalize', index === 0 ? start : sum, before, normal, rows, ask.depth)
    apply(ask, normal, asked)
    kernel('attend', asked, scratch, heard, rows, tokens, headWidth)
    apply(answer, heard, result)
    kernel('add', result, sum, rows * width)
    kernel('normalize', sum, between, normal, rows, width)
    apply(widen, normal, asked, 1)
    apply(narrow, asked, result)
    kernel('add', result, sum, rows * width)
  })
  const mean = new Float32Array(buffer, normal, rows * width).fill(0)
  const all = new Float32Array(buffer, sum, tokens * width)
  all.forEach((value, at) => (mean[at % width] = (mean[at % width] ?? 0) + value / tokens))
  apply(useLiteLayout.meaning, normal, result)
  const vector = new Float32Array(buffer, result, width).map(Math.tanh)
  const length = Math.max(Math.hypot(...vector), noMeaning)
  return vector.map((value) => value / length)
}

/** Places each token's vector and position; padding rows are zeros. */
function placeTokens(window: Window, target: Float32Array, buffer: ArrayBuffer): void {
  const scales = new Float32Array(buffer, useLiteLayout.tokenScales, tokenCount)
  const speeds = new Float32Array(buffer, useLiteLayout.speeds, embeddedWidth / 2)
  target.fill(0)
  window.forEach((token, row) => {
    const values = new Int8Array(buffer, useLiteLayout.tokens + token * embeddedWidth, embeddedWidth)
    const scale = scales[token] ?? 0
    const at = row * embeddedWidth
    speeds.forEach((speed, place) => {
      target[at + place] = (values[place] ?? 0) * scale + Math.sin(row * speed)
      const other = place + speeds.length
      target[at + other] = (values[other] ?? 0) * scale + Math.cos(row * speed)
    })
  })
}
