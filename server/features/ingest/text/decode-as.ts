import iconv from 'iconv-lite'

/** Decodes bytes in an encoding that `iconv-lite` knows. A byte order mark is removed, broken bytes become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(bytes, encoding)
}

/** Returns whether text can be decoded from an encoding of this name. */
export function isKnownEncoding(encoding: string): boolean {
  // `iconv-lite` also lists what Node.js calls encodings of buffers.
  return !/^(?:hex|base64|binary|utf-?7)/i.test(encoding) && iconv.encodingExists(encoding)
}
