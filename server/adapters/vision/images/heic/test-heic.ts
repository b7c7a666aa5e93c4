import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../../platform/root.ts'

/** Reads a picture of `tests/fixtures/heic`, with more properties. */
export function heicFixture(name: string, ...properties: readonly Buffer[]): Buffer {
  return addProperties(readFileSync(join(projectRoot, 'tests/fixtures/heic', `${name}.heic`)), properties)
}

const box = (type: string, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Rotates counter-clockwise by quarter turns. */
export const irot = (quarters: number) => box('irot', Buffer.from([quarters]))

/** Mirrors: axis 0 swaps top and bottom, axis 1 left and right. */
export const imir = (axis: 0 | 1) => box('imir', Buffer.from([axis]))

/** Names the colour space by code points, with full-range samples. */
export function nclx(primaries: number, transfer: number, matrix: number): Buffer {
  const body = Buffer.alloc(11)
  body.write('nclx', 'latin1')
  body.writeUInt16BE(primaries, 4)
  body.writeUInt16BE(transfer, 6)
  body.writeUInt16BE(matrix, 8)
  body[10] = 0x80
  return box('colr', body)
}

/** Embeds an ICC profile. */
export const colr = (icc: Uint8Array) => box('colr', Buffer.from('prof'), icc)

/** Adds properties to the primary item of a HEIC that associates them in one byte and locates items by offsets of four. */
function addProperties(heic: Buffer, properties: readonly Buffer[]): Buffer {
  if (properties.length === 0) return heic
  const meta = find(heic, 'meta', 0, heic.length)
  const inMeta = (type: string) => find(heic, type, meta.start + 12, meta.end)
  const primary = heic.readUInt16BE(inMeta('pitm').start + 12)
  const iprp = inMeta('iprp')
  const ipco = find(heic, 'ipco', iprp.start + 8, iprp.end)
  const ipma = find(heic, 'ipma', iprp.start + 8, iprp.end)
  const first = countBoxes(heic, ipco) + 1
  const added = properties.map((_, i) => first + i)
  let entry = ipma.start + 16
  while (heic.readUInt16BE(entry) !== primary) entry += 3 + (heic[entry + 2] ?? 0)
  const afterEntry = entry + 3 + (heic[entry + 2] ?? 0)
  const count = Buffer.from([(heic[entry + 2] ?? 0) + added.length])
  const changed = Buffer.concat([
    heic.subarray(0, ipco.end),
    ...properties,
    heic.subarray(ipco.end, entry + 2),
    count,
    heic.subarray(entry + 3, afterEntry),
    Buffer.from(added),
    heic.subarray(afterEntry),
  ])
  const ofProperties = Buffer.concat(properties).length
  const grow = (at: number, by: number) => changed.writeUInt32BE(changed.readUInt32BE(at) + by, at)
  grow(meta.start, ofProperties + added.length)
  grow(iprp.start, ofProperties + added.length)
  grow(ipco.start, ofProperties)
  grow(ipma.start + ofProperties, added.length)
  const iloc = inMeta('iloc')
  const items = heic.readUInt16BE(iloc.start + 14)
  const isEarlier = iloc.start < ipco.start
  const shift = isEarlier ? 0 : ofProperties + added.length
  const version = heic[iloc.start + 8] ?? 0
  let at = iloc.start + 16 + shift
  for (let i = 0; i < items; i++) {
    at += version > 0 ? 6 : 4
    const isInFile = version === 0 || (changed[at - 3] ?? 0) === 0
    at += (heic[iloc.start + 13] ?? 0) >> 4
    const extents = changed.readUInt16BE(at)
    at += 2
    for (let j = 0; j < extents; j++, at += 8) if (isInFile) grow(at, ofProperties + added.length)
  }
  return changed
}

function find(file: Buffer, type: string, from: number, to: number): { start: number; end: number } {
  for (let start = from; start < to; start += file.readUInt32BE(start))
    if (file.toString('latin1', start + 4, start + 8) === type)
      return { start, end: start + file.readUInt32BE(start) }
  throw new Error(`The HEIC has no box ${type}`)
}

function countBoxes(file: Buffer, { start, end }: { start: number; end: number }): number {
  let count = 0
  for (let at = start + 8; at < end; at += file.readUInt32BE(at)) count++
  return count
}
