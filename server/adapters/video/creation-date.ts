import type { FileHandle } from 'node:fs/promises'
import { parseMoment } from '../vision/images/parse-moment.ts'
import { type Box, readBoxes, readBytes } from './boxes.ts'
import { maxTextSize, readQuickTimeKey, toText } from './quicktime-keys.ts'

const creationDateKey = 'com.apple.quicktime.creationdate'
const creationDayType = '\xa9day'

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
  for (const text of [
    await readQuickTimeKey(file, movieBoxes, creationDateKey),
    await readUserData(file, movieBoxes),
  ]) {
    const moment = parseMoment(text ?? '', now)
    if (moment && !moment.isLocal) return moment.time
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
