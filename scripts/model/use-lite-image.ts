import { type Dense, heads, tokenCount, useLiteLayout, width } from '../../src/embed/use-lite-layout.ts'
import { quantizeColumns, quantizeRows } from './quantize.ts'
import type { Weights } from './read-weights.ts'

const top = 'module_apply_default/Encoder_en/KonaTransformer/Encode/'
const bottom = 'module/Encoder_en/KonaTransformer/Encode/'
const hidden = 'module/Encoder_en/hidden_layers/tanh_layer_0/'
const partitions = '/ConcatPartitions/concat'

/** The weights of Universal Sentence Encoder lite as they lie in memory when it runs, rounded to 8 bits. */
export function useLiteImage(weights: Weights): Uint8Array {
  const image = new Uint8Array(useLiteLayout.end)
  const floats = (at: number, data: Float32Array) => {
    new Float32Array(image.buffer, at, data.length).set(data)
  }
  const norm = (at: number, prefix: string) => {
    const { data: scales } = weights(`${prefix}layer_norm_scale${partitions}`)
    floats(at, scales)
    floats(at + scales.byteLength, weights(`${prefix}layer_norm_bias${partitions}`).data)
  }

  function dense(place: Dense, kernel: string, bias: string, scale: (column: number) => number = () => 1) {
    const { matrix, factors, depth, columns } = place
    const { data } = weights(kernel)
    if (data.length !== depth * columns)
      throw new Error(`${kernel} has ${data.length} numbers instead of ${depth * columns}.`)
    const scaled = data.map((value, index) => value * scale(index % columns))
    const { values, scales } = quantizeColumns(scaled, columns)
    const sums = new Float32Array(columns)
    const bytes = new Int8Array(image.buffer, matrix, depth * columns)
    values.forEach((value, index) => {
      const row = Math.floor(index / columns)
      const column = index % columns
      const group = Math.floor(column / 4) * 4 * depth
      bytes[group + Math.floor(row / 4) * 16 + (column % 4) * 4 + (row % 4)] = value
      sums[column] = (sums[column] ?? 0) + value * (scales[column] ?? 1)
    })
    floats(factors, scales)
    floats(factors + 4 * columns, sums)
    floats(
      factors + 8 * columns,
      weights(bias).data.map((value, column) => value * scale(column)),
    )
  }

  const { tokens, tokenScales, speeds, lift, layers, meaning } = useLiteLayout
  // The first layer adds a copy with positions to the plain one: twice the token, once its position.
  const doubled = weights('module/Embeddings_en').data.map((value) => 2 * value)
  const table = quantizeRows(doubled, tokenCount)
  image.set(new Uint8Array(table.values.buffer), tokens)
  floats(tokenScales, table.scales)
  floats(speeds, weights(`${top}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`).data)
  const first = `${top}Layer_0/TransformerLayer/dense/`
  dense(lift, `${first}kernel${partitions}`, `${first}bias${partitions}`)
  layers.forEach(({ headWidth, before, ask, answer, between, widen, narrow }, index) => {
    const place = `${top}Layer_${index}/TransformerLayer/`
    const kernels = `${bottom}Layer_${index}/TransformerLayer/MultiheadAttention/`
    const stack = `${top}TransformerStack/Layer_${index}/TransformerLayer/FFN/`
    const bias = (name: string) => `${place}MultiheadAttention/${name}/bias${partitions}`
    norm(before, `${place}layer_prepostprocess/layer_norm/`)
    // Questions are divided by the root of a head's width: once, here.
    dense(ask, `${kernels}qkv_transform_single/kernel/part_0`, bias('qkv_transform_single'), (column) =>
      column < heads * headWidth ? headWidth ** -0.5 : 1,
    )
    dense(answer, `${kernels}output_transform_single/kernel/part_0`, bias('output_transform_single'))
    norm(between, `${place}FFN/layer_prepostprocess/layer_norm/`)
    dense(widen, `${stack}conv1/Tensordot/Reshape_1`, `${place}FFN/conv1/bias${partitions}`)
    dense(narrow, `${stack}conv2/Tensordot/Reshape_1`, `${place}FFN/conv2/bias${partitions}`)
  })
  dense(meaning, `${hidden}weights`, `${hidden}bias`)
  if (meaning.columns !== width) throw new Error('The vectors have another length.')
  return image
}
