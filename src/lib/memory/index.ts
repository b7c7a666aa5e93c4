import * as z from 'zod/mini'
import type { Collection, WithoutBytes } from './collection.ts'
import { clearAllCollections, createCollection } from './create-collection.ts'
import { SelfieRecord, StoredFile, WaitingSelfie } from './records.ts'

export { sha256 } from '../sha256.ts'
export type { Collection, WithoutBytes } from './collection.ts'
export { DatabaseTimeout } from './limit.ts'
export type { SelfieRecord, StoredFile, WaitingSelfie } from './records.ts'

/** Stores the selfies of this device, in their latest state. */
export const selfies: Collection<SelfieRecord, WithoutBytes<SelfieRecord>> = createCollection({
  name: 'selfies',
  hasBytes: true,
  schema: SelfieRecord,
  listed: z.omit(SelfieRecord, { bytes: true }),
})

/** Stores selfies on this device until their events have photos. They are not uploaded from this collection. */
export const waitingSelfies: Collection<WaitingSelfie, WithoutBytes<WaitingSelfie>> = createCollection({
  name: 'waitingSelfies',
  hasBytes: true,
  schema: WaitingSelfie,
  listed: z.omit(WaitingSelfie, { bytes: true }),
})

/** Stores purchased originals that open offline. */
export const storedFiles: Collection<StoredFile, WithoutBytes<StoredFile>> = createCollection({
  name: 'keptFiles',
  hasBytes: true,
  schema: StoredFile,
  listed: z.omit(StoredFile, { bytes: true }),
})

const kvRecords = createCollection({ name: 'facts', schema: z.string(), listed: z.string() })

/**
 * Stores a second copy of the text entries of `src/platform/storage`, with the same keys and format, and other short
 * values. Reads return undefined where the browser denies IndexedDB.
 */
export const kvStore: Collection<string> = {
  ...kvRecords,
  get: (key) => kvRecords.get(key).catch(() => undefined),
}

/**
 * Deletes everything from IndexedDB: selfies, stored files, short values and the outbox.
 *
 * @throws ApiError MemoryLost
 */
export async function deleteAllStoredData(): Promise<void> {
  await clearAllCollections()
}
