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
