import { floatField, messageField, textField, varintField } from './protobuf.ts'

/** What passes between the nodes of a graph: the name of a result, a constant or an input. */
export type Value = string

export type Tensor =
  | { readonly type: 'float'; readonly shape: readonly number[]; readonly data: Float32Array }
  | { readonly type: 'int8'; readonly shape: readonly number[]; readonly data: Int8Array }
  | { readonly type: 'int64'; readonly shape: readonly number[]; readonly data: BigInt64Array }

export type Attributes = Readonly<Record<string, number | readonly number[] | { readonly float: number }>>

/** A length that differs from call to call has a name instead of a number. */
export interface GraphEnd {
  readonly name: string
  readonly type: Tensor['type']
  readonly shape: readonly (number | string)[]
}

// The numbers of the ONNX format.
const typeCodes = { float: 1, int8: 3, int64: 7 } as const
const attributeCodes = { float: 1, int: 2, ints: 7 } as const
const irVersion = 8
const opset = 17

/** Collects the nodes and constants of an ONNX model, in the order in which they run. */
export class OnnxGraph {
  readonly #nodes: Uint8Array[] = []
  readonly #constants: Uint8Array[] = []
  #count = 0

  constant(tensor: Tensor): Value {
    const name = this.#newName('constant')
    const { type, shape, data } = tensor
    this.#constants.push(
      messageField(5, [
        ...shape.map((length) => varintField(1, length)),
        varintField(2, typeCodes[type]),
        textField(8, name),
        messageField(9, [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]),
      ]),
    )
    return name
  }

  float(value: number): Value {
    return this.constant({ type: 'float', shape: [], data: Float32Array.of(value) })
  }

  integers(...values: readonly number[]): Value {
    return this.constant({
      type: 'int64',
      shape: [values.length],
      data: BigInt64Array.from(values.map((value) => BigInt(value))),
    })
  }

  /** The one result of a node. */
  node(op: string, inputs: readonly Value[], attributes: Attributes = {}): Value {
    const output = this.#newName(op)
    this.#addNode(op, inputs, [output], attributes)
    return output
  }

  /** The three results of a node. */
  node3(op: string, inputs: readonly Value[], attributes: Attributes = {}): readonly [Value, Value, Value] {
    const outputs = [this.#newName(op), this.#newName(op), this.#newName(op)] as const
    this.#addNode(op, inputs, outputs, attributes)
    return outputs
  }

  /** The bytes of an ONNX file. `result` is what the output is called inside the graph. */
  encode(name: string, inputs: readonly GraphEnd[], output: GraphEnd, result: Value): Uint8Array {
    this.#addNode('Identity', [result], [output.name], {})
    const graph = [
      ...this.#nodes,
      textField(2, name),
      ...this.#constants,
      ...inputs.map((input) => graphEnd(11, input)),
      graphEnd(12, output),
    ]
    const model = [
      varintField(1, irVersion),
      textField(2, 'flint-note'),
      messageField(7, graph),
      messageField(8, [textField(1, ''), varintField(2, opset)]),
    ]
    return Buffer.concat(model)
  }

  #addNode(op: string, inputs: readonly Value[], outputs: readonly Value[], attributes: Attributes): void {
    this.#nodes.push(
      messageField(1, [
        ...inputs.map((input) => textField(1, input)),
        ...outputs.map((output) => textField(2, output)),
        textField(4, op),
        ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
      ]),
    )
  }

  #newName(stem: string): string {
    return `${stem}_${this.#count++}`
  }
}

/** Axes are counted from the front: a varint has no sign. */
function attribute(name: string, value: Attributes[string]): Uint8Array {
  const kind = typeof value === 'number' ? 'int' : 'float' in value ? 'float' : 'ints'
  const numbers =
    typeof value === 'number'
      ? [varintField(3, value)]
      : 'float' in value
        ? [floatField(2, value.float)]
        : value.map((item) => varintField(8, item))
  return messageField(5, [textField(1, name), ...numbers, varintField(20, attributeCodes[kind])])
}

function graphEnd(field: number, { name, type, shape }: GraphEnd): Uint8Array {
  const lengths = shape.map((length) =>
    messageField(1, [typeof length === 'number' ? varintField(1, length) : textField(2, length)]),
  )
  const tensor = messageField(1, [varintField(1, typeCodes[type]), messageField(2, lengths)])
  return messageField(field, [textField(1, name), messageField(2, [tensor])])
}
