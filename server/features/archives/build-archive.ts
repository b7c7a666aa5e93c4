import { PassThrough } from 'node:stream'
import yazl from 'yazl'
import type { ObjectStore } from '../../platform/objects/port.ts'
import { WallClockDate } from './wall-clock-date.ts'

/** Describes one file of an archive. */
export interface ArchiveEntry {
  readonly fileName: string
  readonly objectKey: string
  readonly sizeInBytes: number
  /** Shown as the time of the file, by the clock of the time zone. Equal times give equal bytes. */
  readonly fileDate: { readonly on: Date; readonly timeZone: string }
}

/**
 * Packs stored objects into a zip and stores it as a stream, so memory does not grow with the archive. Entries are not
 * compressed again, because pictures and videos already are. Each object is opened only when its entry is written.
 *
 * @param onProgress called with 0 to 1 after each file
 * @returns size of the zip in bytes
 * @throws the error of a missing object or a full store; nothing is published then
 */
export async function buildArchive(
  objects: ObjectStore,
  entries: readonly ArchiveEntry[],
  archiveKey: string,
  onProgress: (progress: number) => Promise<void>,
): Promise<number> {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // The store reports the error; without a listener, a failure before the store starts reading would end the process.
  output.on('error', () => undefined)
  const total = entries.reduce((sum, entry) => sum + entry.sizeInBytes, 0)
  let packedInBytes = 0
  for (const entry of entries) {
    zip.addReadStreamLazy(
      entry.fileName,
      {
        compress: false,
        size: entry.sizeInBytes,
        mtime: new WallClockDate(entry.fileDate.on, entry.fileDate.timeZone),
        // A UTC field would make unzip programs show the time in the reader's time zone.
        forceDosTimestamp: true,
      },
      (use) => {
        objects.stream(entry.objectKey).then((stream) => {
          stream.on('error', fail)
          stream.on('end', () => {
            packedInBytes += entry.sizeInBytes
            onProgress(total === 0 ? 1 : packedInBytes / total).catch(fail)
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
