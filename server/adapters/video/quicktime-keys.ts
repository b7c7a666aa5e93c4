import type { FileHandle } from 'node:fs/promises'
import { type Box, readBoxes, readBytes } from './boxes.ts'

/** Longest text that is read. */
export const maxTextSize = 64
const maxKeysSize = 64 * 1024

/**
 * Reads a text from the metadata that phones write beside the header.
 *
 * @param movieBoxes boxes inside `moov`
 * @param name such as `com.apple.quicktime.make`
 * @returns undefined when it is missing
 */
export async function readQuickTimeKey(
  file: FileHandle,
  movieBoxes: readonly Box[],
  name: string,
): Promise<string | undefined> {
  const meta = movieBoxes.find(({ type }) => type === 'meta')
  const boxes = meta && (await readMetaBoxes(file, meta))
  const [keys, itemList] = ['keys', 'ilst'].map((boxType) => boxes?.find(({ type }) => type === boxType))
  if (!keys || !itemList) return undefined
  const index = findKey(await readBytes(file, keys.from, Math.min(keys.to - keys.from, maxKeysSize)), name)
  const items = await readBoxes(file, itemList.from, itemList.to)
  // the type of an item is the number of its key
  const item = items.find(({ type }) => Buffer.from(type, 'latin1').readUInt32BE() === index)
  return item && readData(file, item)
}

/** MP4 has four bytes of version and flags here, QuickTime has none. */
async function readMetaBoxes(file: FileHandle, { from, to }: Box): Promise<Box[]> {
  const isQuickTime = (await readBytes(file, from + 4, 4)).toString('latin1') === 'hdlr'
  return readBoxes(file, isQuickTime ? from : from + 4, to)
}

/** Returns the number of the key, counted from 1; undefined when it is missing. */
function findKey(body: Buffer, name: string): number | undefined {
  let position = 8
  for (let index = 1; position + 8 <= body.length; index++) {
    const size = body.readUInt32BE(position)
    if (size < 8) return undefined
    if (body.toString('latin1', position + 8, position + size) === name) return index
    position += size
  }
  return undefined
}

async function readData(file: FileHandle, item: Box): Promise<string | undefined> {
  const data = (await readBoxes(file, item.from, item.to)).find(({ type }) => type === 'data')
  // a type and a locale precede the text
  return data && toText(await readBytes(file, data.from + 8, Math.min(data.to - data.from - 8, maxTextSize)))
}

/** Returns a text without the zeros that pad it. */
export const toText = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '')
