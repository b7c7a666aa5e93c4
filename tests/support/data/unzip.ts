import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

const open = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(yauzl.fromBuffer)

/**
 * Returns the files of a zip by name.
 *
 * @throws Error when the zip is damaged
 */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await open(zip, { lazyEntries: true })
  const contents = new Map<string, Buffer>()
  return new Promise((resolve, reject) => {
    file.on('error', reject)
    file.on('end', () => resolve(contents))
    file.on('entry', (entry: Entry) => {
      file.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((content) => {
          contents.set(entry.fileName, content)
          file.readEntry()
        }, reject)
      })
    })
    file.readEntry()
  })
}

/** Returns the times of the files of a zip by name, as programs show them: without a zone, `2026-09-12 17:31:02`. */
export async function readZipDates(zip: Buffer): Promise<Map<string, string>> {
  const file = await open(zip, { lazyEntries: true })
  const dates = new Map<string, string>()
  return new Promise((resolve, reject) => {
    file.on('error', reject)
    file.on('end', () => resolve(dates))
    file.on('entry', (entry: Entry) => {
      const { lastModFileDate: date, lastModFileTime: time } = entry
      const padToTwo = (value: number) => String(value).padStart(2, '0')
      const day = `${(date >> 9) + 1980}-${padToTwo((date >> 5) & 15)}-${padToTwo(date & 31)}`
      dates.set(
        entry.fileName,
        `${day} ${padToTwo(time >> 11)}:${padToTwo((time >> 5) & 63)}:${padToTwo((time & 31) * 2)}`,
      )
      file.readEntry()
    })
    file.readEntry()
  })
}
