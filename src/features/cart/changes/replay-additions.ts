import { listRecordIds, processedIds } from './journal.ts'

export { refreshCart, subscribeToOutbox } from '../refresh-cart.ts'

/**
 * Moves records that earlier pages have left in the journal into the outbox. It may also take a record of another open
 * tab, which is harmless: outbox ids are unique. A page processes each record once.
 *
 * @throws the browser's error when the code does not load; the records stay for the next page
 */
export async function replayAdditions(): Promise<void> {
  const orphanedIds = listRecordIds().filter((id) => !processedIds.has(id))
  if (orphanedIds.length === 0) return
  for (const id of orphanedIds) processedIds.add(id)
  const { replay } = await import('./replay.ts')
  await replay(orphanedIds)
}
