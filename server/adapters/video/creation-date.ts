import type { FileHandle } from 'node:fs/promises'
import { parseMoment } from '../vision/images/parse-moment.ts'
import { type Box, boxesBetween, read } from './boxes.ts'

const creationDate = 'com.apple.quicktime.creationdate'
const creationDay = '\xa9day'
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
  inMoov: readonly Box[],
  now: Date,
): Promise<Date | undefined> {
  for (const text of [await readKey(file, inMoov), await readUserData(file, inMoov)]) {
    const moment = parseMoment(text ?? '', now)
    if (moment && !moment.isLocal) return moment.time
  }
  return undefined
}

async function readKey(file: FileHandle, inMoov: readonly Box[]): Promise<string | undefined> {
  const meta = inMoov.find(({ type }) => type === 'meta')
  const boxes = meta && (await boxesInMeta(file, meta))
  const [keys, list] = ['keys', 'ilst'].map((wanted) => boxes?.find(({ type }) => type === wanted))
  if (!keys || !list) return undefined
  const index = findKey(await read(file, keys.from, Math.min(keys.to - keys.from, maxKeysSize)))
  const items = await boxesBetween(file, list.from, list.to)
  // the type of an item is the number of its key
  const item = items.find(({ type }) => Buffer.from(type, 'latin1').readUInt32BE() === index)
  return item && readData(file, item)
}

/** MP4 has four bytes of version and flags here, QuickTime has none. */
async function boxesInMeta(file: FileHandle, { from, to }: Box): Promise<Box[]> {
  const isQuickTime = (await read(file, from + 4, 4)).toString('latin1') === 'hdlr'
  return boxesBetween(file, isQuickTime ? from : from + 4, to)
}

/** Returns the number of the key, counted from 1; undefined when it is missing. */
function findKey(body: Buffer): number | undefined {
  let at = 8
  for (let index = 1; at + 8 <= body.length; index++) {
    const size = body.readUInt32BE(at)
    if (size < 8) return undefined
    if (body.toString('latin1', at + 8, at + size) === creationDate) return index
    at += size
  }
  return undefined
}

async function readUserData(file: FileHandle, inMoov: readonly Box[]): Promise<string | undefined> {
  const data = inMoov.find(({ type }) => type === 'udta')
  const day = data && (await boxesBetween(file, data.from, data.to)).find(({ type }) => type === creationDay)
  // a size and a language precede the text
  return day && toText(await read(file, day.from + 4, Math.min(day.to - day.from - 4, maxTextSize)))
}

async function readData(file: FileHandle, item: Box): Promise<string | undefined> {
  const data = (await boxesBetween(file, item.from, item.to)).find(({ type }) => type === 'data')
  // a type and a locale precede the text
  return data && toText(await read(file, data.from + 8, Math.min(data.to - data.from - 8, maxTextSize)))
}

const toText = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '')
