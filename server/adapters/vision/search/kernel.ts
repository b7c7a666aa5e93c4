/**
 * Implements the inner loop of the face search in hand-written WebAssembly. With SIMD (four numbers at a time) it is limited by
 * memory bandwidth, three times faster than JavaScript. Encodings: https://webassembly.github.io/spec/core/binary/
 */

const numberSizeInBytes = 4
const numbersPerVector = 4
const accumulators = 4

/** Returns the size of a row in memory. @param dimension numbers of an embedding, a multiple of 32 */
export function toRowSizeInBytes(dimension: number): number {
  return dimension * numberSizeInBytes
}

const [i32, f32, v128] = [0x7f, 0x7d, 0x7b]
const op = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  br: (depth: number) => [0x0c, depth],
  brIf: (depth: number) => [0x0d, depth],
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  i32Store: (offset: number) => [0x36, 2, ...encodeUnsigned(offset)],
  f32Store: (offset: number) => [0x38, 2, ...encodeUnsigned(offset)],
  i32Const: (value: number) => [0x41, ...encodeSigned(value)],
  i32Eqz: [0x45],
  i32GeU: [0x4f],
  i32Add: [0x6a],
  f32Gt: [0x5e],
  f32Le: [0x5f],
  f32Add: [0x92],
  v128Load: (offset: number) => [0xfd, 0x00, 4, ...encodeUnsigned(offset)],
  lane: (lane: number) => [0xfd, 0x1f, lane],
  f32x4Add: [0xfd, 0xe4, 0x01],
  f32x4Sub: [0xfd, 0xe5, 0x01],
  f32x4Mul: [0xfd, 0xe6, 0x01],
} as const

function encodeUnsigned(value: number): number[] {
  const bytes: number[] = []
  let remaining = value
  do {
    bytes.push((remaining & 0x7f) | (remaining > 0x7f ? 0x80 : 0))
    remaining >>>= 7
  } while (remaining > 0)
  return bytes
}

function encodeSigned(value: number): number[] {
  const bytes: number[] = []
  let remaining = value
  for (;;) {
    const byte = remaining & 0x7f
    remaining >>= 7
    if ((remaining === 0 && (byte & 0x40) === 0) || (remaining === -1 && (byte & 0x40) !== 0))
      return [...bytes, byte]
    bytes.push(byte | 0x80)
  }
}

const concatCode = (...parts: (readonly number[])[]): number[] => parts.flat()
const encodeText = (value: string) => [value.length, ...Buffer.from(value)]
const encodeSection = (id: number, content: readonly number[]) => [
  id,
  ...encodeUnsigned(content.length),
  ...content,
]

/** Indexes of locals, parameters first. */
const [row, end, query, max, out, difference, firstSum, total] = [0, 1, 2, 3, 4, 5, 6, 6 + accumulators]

/** Adds the squared differences of some of a row's vectors to the four accumulators. */
function emitSquares(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => {
    const vector = from + i
    const sum = firstSum + (vector % accumulators)
    return concatCode(
      op.get(row),
      op.v128Load(vector * 16),
      op.get(query),
      op.v128Load(vector * 16),
      op.f32x4Sub,
      op.tee(difference),
      op.get(difference),
      op.f32x4Mul,
      vector < accumulators ? [] : concatCode(op.get(sum), op.f32x4Add),
      op.set(sum),
    )
  }).flat()
}

/** Leaves the current squared distance on the stack and in `total`. */
function emitSum(): number[] {
  const sums = Array.from({ length: accumulators - 1 }, (_, i) =>
    concatCode(op.get(firstSum + i + 1), op.f32x4Add),
  )
  const lanes = [1, 2, 3].map((lane) => concatCode(op.get(difference), op.lane(lane), op.f32Add))
  return concatCode(op.get(firstSum), ...sums, op.tee(difference), op.lane(0), ...lanes, op.tee(total))
}

/**
 * `scan(row, end, query, max, out)`: compares the rows in an address range with a query. Writes address and squared distance
 * of rows within `max`. Returns the address after the last one written. Stops early at a row that is too far after half its
 * numbers. A row with NaN never matches.
 */
function emitScan(dimension: number): number[] {
  const vectorsPerRow = dimension / numbersPerVector
  const compare = concatCode(
    concatCode(emitSquares(0, vectorsPerRow / 2), emitSum(), op.get(max), op.f32Gt, op.brIf(0)),
    concatCode(
      emitSquares(vectorsPerRow / 2, vectorsPerRow),
      emitSum(),
      op.get(max),
      op.f32Le,
      op.i32Eqz,
      op.brIf(0),
    ),
    concatCode(op.get(out), op.get(row), op.i32Store(0)),
    concatCode(op.get(out), op.get(total), op.f32Store(4)),
    concatCode(op.get(out), op.i32Const(hitSizeInBytes), op.i32Add, op.set(out)),
  )
  const next = concatCode(
    op.get(row),
    op.i32Const(toRowSizeInBytes(dimension)),
    op.i32Add,
    op.set(row),
    op.br(0),
  )
  const rows = concatCode(op.get(row), op.get(end), op.i32GeU, op.brIf(1), op.block, compare, op.end, next)
  return concatCode(op.block, op.loop, rows, op.end, op.end, op.get(out), op.end)
}

/** Equals the size of a hit in the output: its address and its squared distance. */
export const hitSizeInBytes = 8
/** Limits the memory to what 32-bit addresses reach: 4 GB, eight million faces of 128 numbers. */
export const maxPages = 65_536

function buildModule(dimension: number): Uint8Array<ArrayBuffer> {
  const locals = [2, 1 + accumulators, v128, 1, f32]
  const body = concatCode(locals, emitScan(dimension))
  return Uint8Array.from(
    concatCode(
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      encodeSection(1, [1, 0x60, 5, i32, i32, i32, f32, i32, 1, i32]),
      encodeSection(
        2,
        concatCode([1], encodeText('host'), encodeText('memory'), [0x02, 0x03, 1], encodeUnsigned(maxPages)),
      ),
      encodeSection(3, [1, 0]),
      encodeSection(7, concatCode([1], encodeText('scan'), [0x00, 0])),
      encodeSection(10, concatCode([1], encodeUnsigned(body.length), body)),
    ),
  )
}

export type Scan = (row: number, end: number, query: number, max: number, out: number) => number

/**
 * Compiles the loop for a shared memory. See `emitScan` for its parameters.
 *
 * @param dimension numbers of an embedding, a multiple of 32
 */
export function instantiateScan(memory: WebAssembly.Memory, dimension: number): Scan {
  const module = new WebAssembly.Module(buildModule(dimension))
  const instance = new WebAssembly.Instance(module, { host: { memory } })
  return instance.exports.scan as Scan
}
