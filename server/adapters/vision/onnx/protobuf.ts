/** Encodes the three protobuf wire forms that an ONNX file needs, see https://protobuf.dev/programming-guides/encoding/ */

function varint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

/** Encodes a field with a whole number. */
export function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)])
}

/** Encodes a field with a 32-bit float. */
export function floatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([varint((field << 3) | 5), bytes])
}

/** Encodes a field with bytes, a text or a nested message. */
export function bytesField(field: number, value: Uint8Array | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.byteLength), bytes])
}
