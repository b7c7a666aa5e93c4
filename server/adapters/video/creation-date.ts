import type { FileHandle } from 'node:fs/promises'
import { parseMoment } from '../vision/images/parse-moment.ts'
import { type Box, readBoxes, readBytes } from './boxes.ts'

const creationDateKey = 'com.apple.quicktime.creationdate'
const creationDayType = '\xa9day'
/** Longest text that is read as a date. */
const maxTextSize = 64
const maxKeysSize = 64 * 1024

/**
 * Reads the time with its zone that phones write beside the header: the key `com.apple.quicktime.creationdate`, or the user data
 * `©day`. Unlike the time of the header, which some cameras write in local time, it names its zone.
 *
 * @param movieBoxes boxes inside `moov`
 * @param now later times are invalid
 */
export async function readCreationDate(
  file: FileHandle,
  movieBoxes: readonly Box[],
  now: Date,
): Promise<Date | undefined> {
  for (const text of [await readKey(file, movieBoxes), await readUserData(file, movieBoxes)]) {
    const moment = parseMoment(text ?? '', now)
    if (moment && !moment.isLocal) return moment.time
  }
  return undefined
}

async function readKey(file: FileHandle, movieBoxes: readonly Box[]): Promise<string | undefined> {
  const meta = movieBoxes.find(({ type }) => type === 'meta')
  const boxes = meta && (await readMetaBoxes(file, meta))
  const [keys, itemList] = ['keys', 'ilst'].map((boxType) => boxes?.find(({ type }) => type === boxType))
  if (!keys || !itemList) return undefined
  const index = findKey(await readBytes(file, keys.from, Math.min(keys.to - keys.from, maxKeysSize)))
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
function findKey(body: Buffer): number | undefined {
  let position = 8
  for (let index = 1; position + 8 <= body.length; index++) {
    const size = body.readUInt32BE(position)
    if (size < 8) return undefined
    if (body.toString('latin1', position + 8, position + size) === creationDateKey) return index
    position += size
  }
  return undefined
}

async function readUserData(file: FileHandle, movieBoxes: readonly Box[]): Promise<string | undefined> {
  const data = movieBoxes.find(({ type }) => type === 'udta')
  const dayBox =
    data && (await readBoxes(file, data.from, data.to)).find(({ type }) => type === creationDayType)
  // a size and a language precede the text
  return (
    dayBox &&
    toText(await readBytes(file, dayBox.from + 4, Math.min(dayBox.to - dayBox.from - 4, maxTextSize)))
  )
}

async function readData(file: FileHandle, item: Box): Promise<string | undefined> {
  const data = (await readBoxes(file, item.from, item.to)).find(({ type }) => type === 'data')
  // a type and a locale precede the text
  return data && toText(await readBytes(file, data.from + 8, Math.min(data.to - data.from - 8, maxTextSize)))
}

const toText = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '')
