import * as z from 'zod/mini'
import { type Stored, stored } from '../../platform/storage/index.ts'
import type { OrderFile } from './files.ts'

const lists = new Map<string, Stored<readonly string[]>>()

/** Keys of an order's later files that were looked at on this device. */
export function seenFiles(orderId: string): Stored<readonly string[]> {
  const known = lists.get(orderId)
  if (known) return known
  const schema = z.readonly(z.array(z.string()))
  const fresh = stored({
    key: `order.${orderId}.seen`,
    schema,
    initial: [] as readonly string[],
    isEmpty: (list) => list.length === 0,
  })
  lists.set(orderId, fresh)
  return fresh
}

/** Notes that files were looked at; only those that came later need it. */
export function markSeen(orderId: string, files: readonly OrderFile[]): void {
  const list = seenFiles(orderId)
  const before = list.read()
  const more = files.filter(({ key, download }) => download.isNew && !before.includes(key))
  if (more.length > 0) list.write([...before, ...more.map(({ key }) => key)])
}

/**
 * Files that came after the purchase and that nobody has looked at or saved here.
 *
 * @param seen keys of those that were looked at
 * @param saved keys of those that were saved
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
