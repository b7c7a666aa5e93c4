/** Splits messages of the protocol of PostgreSQL: a letter, the length of the rest in four bytes, and the rest. */
export function splitMessages(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const messages: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + view.getUint32(start + 1)
    messages.push(bytes.subarray(start, end))
    start = end
  }
  return messages
}

/** Joins messages in a separate block of memory, which can be transferred to another thread. */
export function joinMessages(messages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(messages.reduce((size, { length }) => size + length, 0))
  let start = 0
  for (const message of messages) {
    joined.set(message, start)
    start += message.length
  }
  return joined
}
