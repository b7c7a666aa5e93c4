import * as z from 'zod/mini'
import { type Persisted, persisted } from '../../../platform/storage/index.ts'
import type { OrderFile } from './files.ts'

const stores = new Map<string, Persisted<readonly string[]>>()

/** Returns the store of the keys of an order's later files that were opened on this device. */
export function getSeenFilesStore(orderId: string): Persisted<readonly string[]> {
  const existing = stores.get(orderId)
  if (existing) return existing
  const schema = z.readonly(z.array(z.string()))
  const created = persisted({
    key: `order.${orderId}.seen`,
    schema,
    initial: [] as readonly string[],
    isEmpty: (list) => list.length === 0,
  })
  stores.set(orderId, created)
  return created
}

/** Marks files as seen. Only files that were added after the purchase are recorded. */
export function markFilesSeen(orderId: string, files: readonly OrderFile[]): void {
  const seenFilesStore = getSeenFilesStore(orderId)
  const previousKeys = seenFilesStore.read()
  const addedFiles = files.filter(({ key, download }) => download.isNew && !previousKeys.includes(key))
  if (addedFiles.length > 0) seenFilesStore.write([...previousKeys, ...addedFiles.map(({ key }) => key)])
}

/**
 * Returns the files that were added after the purchase and were neither opened nor saved on this device.
 *
 * @param seen keys of the opened files
 * @param saved keys of the saved files
 */
export function listUnseenFiles(
  files: readonly OrderFile[],
  seenKeys: readonly string[],
  savedKeys: readonly string[],
): OrderFile[] {
  return files.filter(
    ({ key, download }) => download.isNew === true && !seenKeys.includes(key) && !savedKeys.includes(key),
  )
}
