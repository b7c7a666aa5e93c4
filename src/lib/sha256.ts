/**
 * SHA-256 of bytes as lower-case hex. By the browser where it offers that (https, localhost), else by hand.
 *
 * @param bytes are only read
 */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = globalThis.crypto
  return hexOf(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256ByHand(bytes))
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The first 32 bits behind the point of the roots of the first primes, as FIPS 180-4 takes its constants. */
function rootsOfPrimes(count: number, power: number): Uint32Array {
  const roots = new Uint32Array(count)
  for (let prime = 2, found = 0; found < count; prime++) {
    let divisor = 2
    while (divisor * divisor <= prime && prime % divisor !== 0) divisor++
    if (divisor * divisor > prime) roots[found++] = (prime ** power % 1) * 2 ** 32
  }
  return roots
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** FIPS 180-4, section 6.2; for pages that are served without https. */
function sha256ByHand(bytes: ArrayBuffer): Uint8Array {
  const padded = new Uint8Array(((bytes.byteLength + 72) >> 6) << 6)
  padded.set(new Uint8Array(bytes))
  padded[bytes.byteLength] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.byteLength / 2 ** 29))
  view.setUint32(padded.length - 4, bytes.byteLength << 3)
  const constants = rootsOfPrimes(64, 1 / 3)
  const state = rootsOfPrimes(8, 1 / 2)
  const schedule = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let index = 0; index < 16; index++) schedule[index] = view.getUint32(at + index * 4)
    takeBlock(state, schedule, constants)
  }
  const result = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => result.setUint32(index * 4, word))
  return new Uint8Array(result.buffer)
}

function takeBlock(state: Uint32Array, schedule: Uint32Array, constants: Uint32Array): void {
  const word = (index: number) => schedule[index] as number
  for (let index = 16; index < 64; index++) {
    const early = word(index - 15)
    const late = word(index - 2)
    const mixed =
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
    schedule[index] = word(index - 16) + word(index - 7) + mixed
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g)
    const one =
      h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (constants[index] as number) + word(index)
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = (state[index] as number) + value
  })
}
