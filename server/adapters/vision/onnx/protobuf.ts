/** Encodes the three protobuf wire forms that an ONNX file needs, see https://protobuf.dev/programming-guides/encoding/ */

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
export function encodeNumberField(field: number, value: number): Buffer {
  return Buffer.concat([encodeVarint(field << 3), encodeVarint(value)])
}

/** Encodes a field with a 32-bit float. */
export function encodeFloatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([encodeVarint((field << 3) | 5), bytes])
}

/** Encodes a field with bytes, a text or a nested message. */
export function encodeBytesField(field: number, value: Uint8Array | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([encodeVarint((field << 3) | 2), encodeVarint(bytes.byteLength), bytes])
}
