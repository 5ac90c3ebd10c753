import { type Attributes, OnnxGraph, type Value } from './onnx-graph.ts'
import { quantizeColumns, quantizeRows } from '../../../scripts/model/quantize.ts'
import type { Weights } from '../../../scripts/model/read-weights.ts'

/** `int8` is a quarter of the size and more than twice as fast; `float` is the original, for comparison. */
export type Precision = 'int8' | 'float'

const dimensions = 512
const heads = 4
const top = 'module_apply_default/Encoder_en/KonaTransformer/Encode/'
const bottom = 'module/Encoder_en/KonaTransformer/Encode/'
const partitions = '/ConcatPartitions/concat'

/**
 * Universal Sentence Encoder lite as an ONNX file: 8,000 tokens, positions as sines, two layers of attention, the mean,
 * and a tanh layer. Inputs and output are called as in the exports of Hugging Face, where each text of a batch has the
 * one vector as its first token.
 */
export function useLiteGraph(weights: Weights, precision: Precision): Uint8Array {
  const graph = new OnnxGraph()
  const node = (op: string, inputs: readonly Value[], attributes?: Attributes) =>
    graph.node(op, inputs, attributes)
  const add = (a: Value, b: Value) => node('Add', [a, b])
  const multiply = (a: Value, b: Value) => node('Mul', [a, b])
  const vector = (data: Float32Array) => graph.constant({ type: 'float', shape: [data.length], data })
  const lastAxis = graph.integers(2)
  const middleAxis = graph.integers(1)

  function dense(x: Value, kernel: string, bias: string, scale: (column: number) => number = () => 1): Value {
    const { shape, data } = weights(kernel)
    const columns = shape.at(-1) ?? 1
    const rows = data.length / columns
    const scaled = data.map((value, index) => value * scale(index % columns))
    const shift = vector(weights(bias).data.map((value, index) => value * scale(index)))
    if (precision === 'float') {
      const matrix = graph.constant({ type: 'float', shape: [rows, columns], data: scaled })
      return add(node('MatMul', [x, matrix]), shift)
    }
    const { values, scales } = quantizeColumns(scaled, columns)
    const matrix = graph.constant({ type: 'int8', shape: [rows, columns], data: values })
    const [rounded, step, zero] = graph.node3('DynamicQuantizeLinear', [x])
    const product = node('Cast', [node('MatMulInteger', [rounded, matrix, zero])], { to: 1 })
    return add(multiply(product, multiply(step, vector(scales))), shift)
  }

  function normalize(x: Value, prefix: string): Value {
    const scale = vector(weights(`${prefix}layer_norm_scale${partitions}`).data)
    const shift = vector(weights(`${prefix}layer_norm_bias${partitions}`).data)
    return node('LayerNormalization', [x, scale, shift], { axis: 2, epsilon: { float: 1e-6 } })
  }

  function tokens(): Value {
    const { shape, data } = weights('module/Embeddings_en')
    const [rows = 0, width = 0] = shape
    // The first layer adds a copy with positions to the plain one: twice the token, once its position.
    const doubled = data.map((value) => 2 * value)
    if (precision === 'float')
      return node('Gather', [graph.constant({ type: 'float', shape, data: doubled }), 'input_ids'])
    const { values, scales } = quantizeRows(doubled, rows)
    const table = graph.constant({ type: 'int8', shape: [rows, width], data: values })
    const steps = graph.constant({ type: 'float', shape: [rows, 1], data: scales })
    const whole = node('Cast', [node('Gather', [table, 'input_ids'])], { to: 1 })
    return multiply(whole, node('Gather', [steps, 'input_ids']))
  }

  const presence = node('Cast', ['attention_mask'], { to: 1 })
  const mask = node('Unsqueeze', [presence, lastAxis])
  const absence = node('Sub', [graph.float(1), presence])
  const penalty = multiply(node('Unsqueeze', [absence, graph.integers(1, 2)]), graph.float(-1e9))

  function positions(): Value {
    const { data } = weights(`${top}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`)
    const speeds = graph.constant({ type: 'float', shape: [1, 1, data.length], data })
    const first = graph.constant({ type: 'int64', shape: [], data: BigInt64Array.of(1n) })
    const place = node('Sub', [node('CumSum', [presence, first]), graph.float(1)])
    const angle = multiply(node('Unsqueeze', [place, lastAxis]), speeds)
    return node('Concat', [node('Sin', [angle]), node('Cos', [angle])], { axis: 2 })
  }

  /** `through` is what the attention's result is added to. */
  function layer(x: Value, index: number, width: number, through: Value): Value {
    const place = `${top}Layer_${index}/TransformerLayer/`
    const kernels = `${bottom}Layer_${index}/TransformerLayer/MultiheadAttention/`
    const stack = `${top}TransformerStack/Layer_${index}/TransformerLayer/FFN/`
    const size = heads * width
    const asked = dense(
      normalize(x, `${place}layer_prepostprocess/layer_norm/`),
      `${kernels}qkv_transform_single/kernel/part_0`,
      `${place}MultiheadAttention/qkv_transform_single/bias${partitions}`,
      // Queries are divided by the root of a head's width: once, here.
      (column) => (column < size ? width ** -0.5 : 1),
    )
    const parts = graph.node3('Split', [asked, graph.integers(size, size, size)], { axis: 2 })
    const shape = graph.integers(0, 0, heads, width)
    const [query, key, value] = parts.map((part) => node('Reshape', [part, shape]))
    if (query === undefined || key === undefined || value === undefined) throw new Error('Split gives three.')
    const scores = node('MatMul', [
      node('Transpose', [query], { perm: [0, 2, 1, 3] }),
      node('Transpose', [key], { perm: [0, 2, 3, 1] }),
    ])
    const attention = node('Softmax', [add(scores, penalty)], { axis: 3 })
    const heard = node('MatMul', [attention, node('Transpose', [value], { perm: [0, 2, 1, 3] })])
    const joined = node('Reshape', [
      node('Transpose', [heard], { perm: [0, 2, 1, 3] }),
      graph.integers(0, 0, size),
    ])
    const output = dense(
      joined,
      `${kernels}output_transform_single/kernel/part_0`,
      `${place}MultiheadAttention/output_transform_single/bias${partitions}`,
    )
    const sum = add(output, through)
    const wide = node('Relu', [
      dense(
        normalize(sum, `${place}FFN/layer_prepostprocess/layer_norm/`),
        `${stack}conv1/Tensordot/Reshape_1`,
        `${place}FFN/conv1/bias${partitions}`,
      ),
    ])
    const narrow = dense(wide, `${stack}conv2/Tensordot/Reshape_1`, `${place}FFN/conv2/bias${partitions}`)
    return add(sum, multiply(narrow, mask))
  }

  function unitMean(x: Value): Value {
    const sum = node('ReduceSum', [multiply(x, mask), middleAxis], { keepdims: 0 })
    const count = node('Max', [node('ReduceSum', [presence, middleAxis], { keepdims: 1 }), graph.float(1)])
    const hidden = 'module/Encoder_en/hidden_layers/tanh_layer_0/'
    const meaning = node('Tanh', [dense(node('Div', [sum, count]), `${hidden}weights`, `${hidden}bias`)])
    const square = node('ReduceSum', [multiply(meaning, meaning), middleAxis], { keepdims: 1 })
    return node('Div', [meaning, node('Sqrt', [node('Max', [square, graph.float(1e-12)])])])
  }

  const start = multiply(add(tokens(), positions()), mask)
  const kernel = `${top}Layer_0/TransformerLayer/dense/kernel${partitions}`
  const widened = multiply(
    dense(start, kernel, `${top}Layer_0/TransformerLayer/dense/bias${partitions}`),
    mask,
  )
  const first = layer(start, 0, 64, widened)
  const second = layer(first, 1, 128, first)
  const result = node('Unsqueeze', [unitMean(second), middleAxis])
  const input = (name: string) => ({ name, type: 'int64', shape: ['batch', 'length'] }) as const
  return graph.encode(
    'use-lite',
    [input('input_ids'), input('attention_mask')],
    { name: 'last_hidden_state', type: 'float', shape: ['batch', 1, dimensions] },
    result,
  )
}
