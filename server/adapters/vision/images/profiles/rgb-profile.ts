/** Chromaticity coordinates. */
export type Xy = readonly [x: number, y: number]

export interface Primaries {
  readonly red: Xy
  readonly green: Xy
  readonly blue: Xy
  readonly white: Xy
}

/** An exponent, or a function from the stored value to light, both from 0 to 1. */
export type Curve = number | ((value: number) => number)

type Row = readonly [number, number, number]
type Matrix = readonly [Row, Row, Row]

const d50: Row = [0.9642, 1, 0.8249]
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
const tableLength = 4096

/** Builds an ICC profile (version 4, matrix and curve) for pictures that name their colour space without embedding a profile. */
export function makeRgbProfile(primaries: Primaries, curve: Curve): Buffer {
  const [x, y, z] = toD50(primaries)
  const encodeColumn = (i: 0 | 1 | 2) => encodeXyz([x[i], y[i], z[i]])
  const toneCurve = typeof curve === 'number' ? encodeGamma(curve) : encodeCurveTable(curve)
  const tags: [string, Buffer][] = [
    ['desc', encodeText('RGB')],
    ['cprt', encodeText('CC0')],
    ['wtpt', encodeXyz(d50)],
    ['rXYZ', encodeColumn(0)],
    ['gXYZ', encodeColumn(1)],
    ['bXYZ', encodeColumn(2)],
    ['rTRC', toneCurve],
    ['gTRC', toneCurve],
    ['bTRC', toneCurve],
  ]
  return assembleProfile(tags)
}

function assembleProfile(tags: readonly [string, Buffer][]): Buffer {
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x04_20_00_00, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  encodeXyz(d50).copy(header, 68, 8)
  const directory = Buffer.alloc(4 + tags.length * 12)
  directory.writeUInt32BE(tags.length)
  const bodies = [...new Set(tags.map(([, body]) => body))]
  let nextOffset = header.length + directory.length
  const positions = new Map(
    bodies.map((body) => {
      const position = nextOffset
      nextOffset += body.length
      return [body, position]
    }),
  )
  for (const [i, [name, body]] of tags.entries()) {
    directory.write(name, 4 + i * 12, 'latin1')
    directory.writeUInt32BE(positions.get(body) ?? 0, 8 + i * 12)
    directory.writeUInt32BE(body.length, 12 + i * 12)
  }
  header.writeUInt32BE(nextOffset)
  return Buffer.concat([header, directory, ...bodies])
}

/** Returns the matrix from linear RGB to XYZ, adapted to D50 by Bradford's method. */
function toD50({ red, green, blue, white }: Primaries): Matrix {
  const matrix = transpose([toXyz(red), toXyz(green), toXyz(blue)])
  const shares = multiplyVector(invertMatrix(matrix), toXyz(white))
  const scaled = mapRows(matrix, ([first, second, third]) => [
    first * shares[0],
    second * shares[1],
    third * shares[2],
  ])
  const from = multiplyVector(bradford, toXyz(white))
  const to = multiplyVector(bradford, d50)
  const adapted = mapRows(bradford, (row, i) => mapValues(row, (value) => (value * to[i]) / from[i]))
  return multiplyMatrices(multiplyMatrices(invertMatrix(bradford), adapted), scaled)
}

const toXyz = ([x, y]: Xy): Row => [x / y, 1, (1 - x - y) / y]

const mapValues = ([x, y, z]: Row, convert: (value: number) => number): Row => [
  convert(x),
  convert(y),
  convert(z),
]

const mapRows = ([x, y, z]: Matrix, convert: (row: Row, index: 0 | 1 | 2) => Row): Matrix => [
  convert(x, 0),
  convert(y, 1),
  convert(z, 2),
]

function multiplyVector([first, second, third]: Matrix, [x, y, z]: Row): Row {
  const multiplyRow = ([a, b, c]: Row) => a * x + b * y + c * z
  return [multiplyRow(first), multiplyRow(second), multiplyRow(third)]
}

const transpose = ([one, two, three]: Matrix): Matrix => [
  [one[0], two[0], three[0]],
  [one[1], two[1], three[1]],
  [one[2], two[2], three[2]],
]

function multiplyMatrices(one: Matrix, other: Matrix): Matrix {
  return transpose(mapRows(transpose(other), (column) => multiplyVector(one, column)))
}

function invertMatrix([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  return mapRows(cofactors, (row) => mapValues(row, (value) => value / determinant))
}

const toFixedPoint = (value: number) => Math.round(value * 65536)

function encodeXyz(values: Row): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 'latin1')
  for (const [i, value] of values.entries()) tag.writeInt32BE(toFixedPoint(value), 8 + i * 4)
  return tag
}

function encodeGamma(exponent: number): Buffer {
  const tag = Buffer.alloc(16)
  tag.write('para', 'latin1')
  tag.writeInt32BE(toFixedPoint(exponent), 12)
  return tag
}

function encodeCurveTable(curve: (value: number) => number): Buffer {
  const tag = Buffer.alloc(12 + tableLength * 2)
  tag.write('curv', 'latin1')
  tag.writeUInt32BE(tableLength, 8)
  for (let i = 0; i < tableLength; i++) {
    const light = Math.min(1, Math.max(0, curve(i / (tableLength - 1))))
    tag.writeUInt16BE(Math.round(light * 65535), 12 + i * 2)
  }
  return tag
}

/** Writes a text as `mluc` with one record, in a multiple of four bytes. */
function encodeText(value: string): Buffer {
  const letters = Buffer.from(value, 'utf16le').swap16()
  const tag = Buffer.alloc(28 + Math.ceil(letters.length / 4) * 4)
  tag.write('mluc', 'latin1')
  tag.writeUInt32BE(1, 8)
  tag.writeUInt32BE(12, 12)
  tag.write('enUS', 16, 'latin1')
  tag.writeUInt32BE(letters.length, 20)
  tag.writeUInt32BE(28, 24)
  letters.copy(tag, 28)
  return tag
}
