import * as z from 'zod/mini'
import { type Persisted, persisted } from '../../platform/storage/index.ts'
import type { OrderFile } from './files.ts'

const lists = new Map<string, Persisted<readonly string[]>>()

/** Returns the store of the keys of an order's later files that were opened on this device. */
export function seenFiles(orderId: string): Persisted<readonly string[]> {
  const known = lists.get(orderId)
  if (known) return known
  const schema = z.readonly(z.array(z.string()))
  const fresh = persisted({
    key: `order.${orderId}.seen`,
    schema,
    initial: [] as readonly string[],
    isEmpty: (list) => list.length === 0,
  })
  lists.set(orderId, fresh)
  return fresh
}

/** Marks files as seen. Only files that were added after the purchase are recorded. */
export function markSeen(orderId: string, files: readonly OrderFile[]): void {
  const list = seenFiles(orderId)
  const before = list.read()
  const more = files.filter(({ key, download }) => download.isNew && !before.includes(key))
  if (more.length > 0) list.write([...before, ...more.map(({ key }) => key)])
}

/**
 * Returns the files that were added after the purchase and were neither opened nor saved on this device.
 *
 * @param seen keys of the opened files
 * @param saved keys of the saved files
 */
export function newFiles(
  files: readonly OrderFile[],
  seen: readonly string[],
  saved: readonly string[],
): OrderFile[] {
  return files.filter(
    ({ key, download }) => download.isNew === true && !seen.includes(key) && !saved.includes(key),
  )
}
