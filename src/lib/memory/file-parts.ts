import * as z from 'zod/mini'
import type { Parts } from '../download.ts'
import { createCollection } from './create-collection.ts'
import { FilePart } from './records.ts'

const collection = createCollection({
  name: 'fileParts',
  hasBytes: true,
  schema: FilePart,
  listed: z.omit(FilePart, { bytes: true }),
})

/** Parts are deleted a week after they were written. The oldest are also deleted while the total exceeds `maxTotalInBytes`. */
const keptForInMs = 7 * 24 * 3_600_000
const mostInBytes = 300_000_000

const toPartKey = (file: string, at: number) => `${file}/${String(at).padStart(12, '0')}`

/**
 * Returns the part of a download that is stored on this device.
 *
 * @param file stable name of the file, the same for each URL it is fetched from
 */
export function fileParts(file: string): Parts {
  const own = async () => (await collection.entries()).filter(([, part]) => part.file === file)
  return {
    async read() {
      const listed = await own()
      const validator = listed.at(-1)?.[1].validator
      const pieces: ArrayBuffer[] = []
      let received = 0
      let mime = ''
      for (const [key, { at }] of listed) {
        const part = at === received ? await collection.get(key) : undefined
        if (!part || part.validator !== validator || part.bytes.byteLength !== part.sizeInBytes) break
        pieces.push(part.bytes)
        received += part.sizeInBytes
        mime = part.mime
      }
      return validator === undefined || received === 0 ? undefined : { pieces, validator, mime }
    },
    async add(at, bytes, { validator, mime }) {
      if (at === 0) await makeRoom()
      const part = { file, at, bytes, sizeInBytes: bytes.byteLength, validator, mime, keptOn: Date.now() }
      await collection.change(toPartKey(file, at), () => part)
    },
    async forget() {
      for (const [key] of await own()) await collection.remove(key)
    },
  }
}

async function makeRoom(): Promise<void> {
  const oldestFirst = (await collection.entries()).toSorted(([, one], [, other]) => one.keptOn - other.keptOn)
  let sum = oldestFirst.reduce((before, [, { sizeInBytes }]) => before + sizeInBytes, 0)
  for (const [key, { keptOn, sizeInBytes }] of oldestFirst) {
    if (sum <= mostInBytes && Date.now() - keptOn < keptForInMs) return
    sum -= sizeInBytes
    await collection.remove(key)
  }
}
