/**
 * Returns the SHA-256 of bytes as lowercase hex. Uses Web Crypto in secure contexts (https, localhost), else a
 * library.
 *
 * @param bytes are only read
 */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = globalThis.crypto
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
  const library = await import('@noble/hashes/sha2.js')
  return toHex(library.sha256(new Uint8Array(bytes)))
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
