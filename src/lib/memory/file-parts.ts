import * as z from 'zod/mini'
import type { StoredParts } from '../download.ts'
import { createCollection } from './create-collection.ts'
import { FilePart } from './records.ts'

const collection = createCollection({
  name: 'fileParts',
  hasBytes: true,
  schema: FilePart,
  listed: z.omit(FilePart, { bytes: true }),
})

/** Parts are deleted a week after they were written. The oldest are also deleted while the total exceeds `maxTotalInBytes`. */
const retentionInMs = 7 * 24 * 3_600_000
const maxTotalInBytes = 300_000_000

const toPartKey = (file: string, offset: number) => `${file}/${String(offset).padStart(12, '0')}`

/**
 * Returns the part of a download that is stored on this device.
 *
 * @param file stable name of the file, the same for each URL it is fetched from
 */
export function openFileParts(file: string): StoredParts {
  const listOwnParts = async () => (await collection.entries()).filter(([, part]) => part.file === file)
  return {
    async read() {
      const listed = await listOwnParts()
      const validator = listed.at(-1)?.[1].validator
      const pieces: ArrayBuffer[] = []
      let received = 0
      let mime = ''
      for (const [key, { at: offset }] of listed) {
        const part = offset === received ? await collection.get(key) : undefined
        if (!part || part.validator !== validator || part.bytes.byteLength !== part.sizeInBytes) break
        pieces.push(part.bytes)
        received += part.sizeInBytes
        mime = part.mime
      }
      return validator === undefined || received === 0 ? undefined : { pieces, validator, mime }
    },
    async add(offset, bytes, { validator, mime }) {
      if (offset === 0) await evictOldParts()
      const part = {
        file,
        at: offset,
        bytes,
        sizeInBytes: bytes.byteLength,
        validator,
        mime,
        keptOn: Date.now(),
      }
      await collection.change(toPartKey(file, offset), () => part)
    },
    async deleteAll() {
      for (const [key] of await listOwnParts()) await collection.remove(key)
    },
  }
}

async function evictOldParts(): Promise<void> {
  const oldestFirst = (await collection.entries()).toSorted(([, one], [, other]) => one.keptOn - other.keptOn)
  let totalInBytes = oldestFirst.reduce((before, [, { sizeInBytes }]) => before + sizeInBytes, 0)
  for (const [key, { keptOn, sizeInBytes }] of oldestFirst) {
    if (totalInBytes <= maxTotalInBytes && Date.now() - keptOn < retentionInMs) return
    totalInBytes -= sizeInBytes
    await collection.remove(key)
  }
}
