import * as z from 'zod/mini'
import { clearAllShelves, makeShelf } from './make-shelf.ts'
import { KeptFile, SelfieRecord } from './records.ts'
import type { Light, Shelf } from './shelf.ts'

export { sha256 } from '../sha256.ts'
export { DatabaseSilent } from './limit.ts'
export type { KeptFile, SelfieRecord } from './records.ts'
export type { Light, Shelf } from './shelf.ts'

/** Selfies of this device, newest state of each. */
export const selfies: Shelf<SelfieRecord, Light<SelfieRecord>> = makeShelf({
  name: 'selfies',
  hasBytes: true,
  schema: SelfieRecord,
  listed: z.omit(SelfieRecord, { bytes: true }),
})

/** Bought originals that open without a network. */
export const keptFiles: Shelf<KeptFile, Light<KeptFile>> = makeShelf({
  name: 'keptFiles',
  hasBytes: true,
  schema: KeptFile,
  listed: z.omit(KeptFile, { bytes: true }),
})

const factsShelf = makeShelf({ name: 'facts', schema: z.string(), listed: z.string() })

/**
 * A second copy of what `src/platform/storage` keeps as text, under the same keys and in the same form, and other short
 * facts. Where the browser refuses its database, nothing is known.
 */
export const facts: Shelf<string> = {
  ...factsShelf,
  get: (key) => factsShelf.get(key).catch(() => undefined),
}

/**
 * Everything in IndexedDB leaves: selfies, kept files, facts and what waits in the outbox.
 *
 * @throws ApiError MemoryLost
 */
export async function forgetEverything(): Promise<void> {
  await clearAllShelves()
}
