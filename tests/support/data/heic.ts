import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../server/platform/root.ts'

/** Reads a picture of `tests/fixtures/heic`, with more properties. */
export function readHeicFixture(name: string, ...properties: readonly Buffer[]): Buffer {
  return addProperties(readFileSync(join(projectRoot, 'tests/fixtures/heic', `${name}.heic`)), properties)
}

const createBox = (type: string, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

/** Rotates counter-clockwise by quarter turns. */
export const createIrotBox = (quarters: number) => createBox('irot', Buffer.from([quarters]))

/** Mirrors: axis 0 swaps top and bottom, axis 1 left and right. */
export const createImirBox = (axis: 0 | 1) => createBox('imir', Buffer.from([axis]))

/** Names the colour space by code points, with full-range samples. */
export function createNclxBox(primaries: number, transfer: number, matrix: number): Buffer {
  const body = Buffer.alloc(11)
  body.write('nclx', 'latin1')
  body.writeUInt16BE(primaries, 4)
  body.writeUInt16BE(transfer, 6)
  body.writeUInt16BE(matrix, 8)
  body[10] = 0x80
  return createBox('colr', body)
}

/** Embeds an ICC profile. */
export const createIccBox = (icc: Uint8Array) => createBox('colr', Buffer.from('prof'), icc)

/** Adds properties to the primary item of a HEIC. Supports only one-byte associations (ipma) and four-byte offsets (iloc). */
function addProperties(heic: Buffer, properties: readonly Buffer[]): Buffer {
  if (properties.length === 0) return heic
  const meta = findBox(heic, 'meta', 0, heic.length)
  const findInMeta = (type: string) => findBox(heic, type, meta.start + 12, meta.end)
  const primary = heic.readUInt16BE(findInMeta('pitm').start + 12)
  const iprp = findInMeta('iprp')
  const ipco = findBox(heic, 'ipco', iprp.start + 8, iprp.end)
  const ipma = findBox(heic, 'ipma', iprp.start + 8, iprp.end)
  const firstIndex = countBoxes(heic, ipco) + 1
  const propertyIndexes = properties.map((_, i) => firstIndex + i)
  let entry = ipma.start + 16
  while (heic.readUInt16BE(entry) !== primary) entry += 3 + (heic[entry + 2] ?? 0)
  const afterEntry = entry + 3 + (heic[entry + 2] ?? 0)
  const count = Buffer.from([(heic[entry + 2] ?? 0) + propertyIndexes.length])
  const changedFile = Buffer.concat([
    heic.subarray(0, ipco.end),
    ...properties,
    heic.subarray(ipco.end, entry + 2),
    count,
    heic.subarray(entry + 3, afterEntry),
    Buffer.from(propertyIndexes),
    heic.subarray(afterEntry),
  ])
  const propertiesSize = Buffer.concat(properties).length
  const increaseUint32 = (position: number, by: number) =>
    changedFile.writeUInt32BE(changedFile.readUInt32BE(position) + by, position)
  increaseUint32(meta.start, propertiesSize + propertyIndexes.length)
  increaseUint32(iprp.start, propertiesSize + propertyIndexes.length)
  increaseUint32(ipco.start, propertiesSize)
  increaseUint32(ipma.start + propertiesSize, propertyIndexes.length)
  const iloc = findInMeta('iloc')
  const itemCount = heic.readUInt16BE(iloc.start + 14)
  const isIlocBeforeIpco = iloc.start < ipco.start
  const shift = isIlocBeforeIpco ? 0 : propertiesSize + propertyIndexes.length
  const version = heic[iloc.start + 8] ?? 0
  let position = iloc.start + 16 + shift
  for (let i = 0; i < itemCount; i++) {
    position += version > 0 ? 6 : 4
    const isInFile = version === 0 || (changedFile[position - 3] ?? 0) === 0
    position += (heic[iloc.start + 13] ?? 0) >> 4
    const extentCount = changedFile.readUInt16BE(position)
    position += 2
    for (let j = 0; j < extentCount; j++, position += 8)
      if (isInFile) increaseUint32(position, propertiesSize + propertyIndexes.length)
  }
  return changedFile
}

function findBox(file: Buffer, type: string, from: number, to: number): { start: number; end: number } {
  for (let start = from; start < to; start += file.readUInt32BE(start))
    if (file.toString('latin1', start + 4, start + 8) === type)
      return { start, end: start + file.readUInt32BE(start) }
  throw new Error(`The HEIC has no box ${type}`)
}

function countBoxes(file: Buffer, { start, end }: { start: number; end: number }): number {
  let count = 0
  for (let position = start + 8; position < end; position += file.readUInt32BE(position)) count++
  return count
}
