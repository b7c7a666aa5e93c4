/** The name of a value in a graph. */
export type Value = string

/** An attribute of an operation. Plain numbers are written as integers; wrap a fraction in `{ float }`. */
export type Attribute = number | string | readonly number[] | { float: number }

type Dimension = number | string
type ConstantData = Float32Array | Int32Array | Uint8Array | Int8Array | BigInt64Array

/** Element types by their numbers in onnx.proto (TensorProto.DataType). */
const elementTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const
export type ElementType = keyof typeof elementTypes

function toElementType(data: ConstantData): ElementType {
  if (data instanceof Float32Array) return 'float'
  if (data instanceof Uint8Array) return 'uint8'
  if (data instanceof Int8Array) return 'int8'
  return data instanceof Int32Array ? 'int32' : 'int64'
}

function encodeAttribute(name: string, value: Attribute): Buffer {
  const parts = [encodeBytesField(1, name)]
  if (typeof value === 'number') parts.push(encodeNumberField(3, value), encodeNumberField(20, 2))
  else if (typeof value === 'string') parts.push(encodeBytesField(4, value), encodeNumberField(20, 3))
  else if ('float' in value) parts.push(encodeFloatField(2, value.float), encodeNumberField(20, 1))
  else parts.push(...value.map((item) => encodeNumberField(8, item)), encodeNumberField(20, 7))
  return encodeBytesField(5, Buffer.concat(parts))
}

function encodeValueInfo(name: Value, type: ElementType, dimensions: readonly Dimension[]): Buffer {
  const shape = dimensions.map((dimension) =>
    encodeBytesField(
      1,
      typeof dimension === 'number' ? encodeNumberField(1, dimension) : encodeBytesField(2, dimension),
    ),
  )
  const tensor = Buffer.concat([
    encodeNumberField(1, elementTypes[type]),
    ...(shape.length > 0 ? [encodeBytesField(2, Buffer.concat(shape))] : []),
  ])
  return Buffer.concat([encodeBytesField(1, name), encodeBytesField(2, encodeBytesField(1, tensor))])
}

/**
 * Builds a neural network and writes it as an ONNX file (IR 8, opset 13): the same calls give the same bytes.
 * Fields are numbered as in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
export class Graph {
  readonly #nodes: Buffer[] = []
  readonly #constants: Buffer[] = []
  #count = 0

  /** Adds an operation with one result. */
  add(operation: string, inputs: readonly Value[], attributes: Record<string, Attribute> = {}): Value {
    const name = `v${this.#count++}`
    this.#nodes.push(
      encodeBytesField(
        1,
        Buffer.concat([
          ...inputs.map((input) => encodeBytesField(1, input)),
          encodeBytesField(2, name),
          encodeBytesField(3, name),
          encodeBytesField(4, operation),
          ...Object.entries(attributes).map(([key, value]) => encodeAttribute(key, value)),
        ]),
      ),
    )
    return name
  }

  /** Adds a constant; `dimensions` defaults to a vector of its length. */
  constant(data: ConstantData, dimensions: readonly number[] = [data.length]): Value {
    const name = `c${this.#count++}`
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    this.#constants.push(
      encodeBytesField(
        5,
        Buffer.concat([
          ...dimensions.map((dimension) => encodeNumberField(1, dimension)),
          encodeNumberField(2, elementTypes[toElementType(data)]),
          encodeBytesField(8, name),
          encodeBytesField(9, bytes),
        ]),
      ),
    )
    return name
  }

  floats(values: readonly number[], dimensions?: readonly number[]): Value {
    return this.constant(Float32Array.from(values), dimensions)
  }

  integers(values: readonly number[]): Value {
    return this.constant(BigInt64Array.from(values, (value) => BigInt(value)))
  }

  /** Serializes the file. A text as a dimension means any size. */
  toBytes(
    input: { name: Value; type: ElementType; dimensions: readonly Dimension[] },
    outputs: readonly Value[],
  ): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes,
      encodeBytesField(2, 'graph'),
      ...this.#constants,
      encodeBytesField(11, encodeValueInfo(input.name, input.type, input.dimensions)),
      ...outputs.map((output) => encodeBytesField(12, encodeValueInfo(output, 'float', []))),
    ])
    const opset = Buffer.concat([encodeBytesField(1, ''), encodeNumberField(2, 13)])
    return Buffer.concat([encodeNumberField(1, 8), encodeBytesField(7, graph), encodeBytesField(8, opset)])
  }
}

// The three protobuf wire forms that an ONNX file needs, see https://protobuf.dev/programming-guides/encoding/

function encodeVarint(value: number): Buffer {
  let remaining = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  while (remaining > 127n) {
    bytes.push(Number(remaining & 127n) | 128)
    remaining >>= 7n
  }
  bytes.push(Number(remaining))
  return Buffer.from(bytes)
}

/** Encodes a field with a whole number. */
function encodeNumberField(field: number, value: number): Buffer {
  return Buffer.concat([encodeVarint(field << 3), encodeVarint(value)])
}

/** Encodes a field with a 32-bit float. */
function encodeFloatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([encodeVarint((field << 3) | 5), bytes])
}

/** Encodes a field with bytes, a text or a nested message. */
function encodeBytesField(field: number, value: Uint8Array | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([encodeVarint((field << 3) | 2), encodeVarint(bytes.byteLength), bytes])
}
