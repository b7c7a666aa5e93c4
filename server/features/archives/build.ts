import { PassThrough } from 'node:stream'
import yazl from 'yazl'
import type { Objects } from '../../platform/objects/port.ts'

/** One file of an archive. */
export interface ArchiveEntry {
  readonly fileName: string
  readonly objectKey: string
  readonly sizeInBytes: number
}

/**
 * Packs stored objects into a zip and stores it, streaming: memory does not grow with the archive. Pictures and videos
 * are compressed already, so they are stored as they are, bit for bit, and each is opened only when its turn comes.
 *
 * @param onProgress called with 0 to 1 after each file
 * @returns size of the zip in bytes
 * @throws whatever a missing object or a full store throws; nothing is published then
 */
export async function buildArchive(
  objects: Objects,
  entries: readonly ArchiveEntry[],
  archiveKey: string,
  onProgress: (progress: number) => Promise<void>,
): Promise<number> {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // The store reports it; without a listener a failure before it starts to read would end the process.
  output.on('error', () => undefined)
  const total = entries.reduce((sum, entry) => sum + entry.sizeInBytes, 0)
  let packed = 0
  for (const entry of entries) {
    zip.addReadStreamLazy(
      entry.fileName,
      { compress: false, size: entry.sizeInBytes, mtime: packedOn },
      (use) => {
        objects.stream(entry.objectKey).then((stream) => {
          stream.on('error', fail)
          stream.on('end', () => {
            packed += entry.sizeInBytes
            onProgress(total === 0 ? 1 : packed / total).catch(fail)
          })
          use(null, stream)
        }, fail)
      },
    )
  }
  zip.end()
  zip.outputStream.pipe(output)
  const stored = await objects.put(archiveKey, output, { contentType: 'application/zip' })
  return stored.sizeInBytes
}

/** The same files make the same zip, byte for byte, whenever it is built. */
const packedOn = new Date(Date.UTC(2000, 0, 1))
