import { ownIds, recordIds } from './journal.ts'

export { followOutbox, refreshCart } from './open-cart.ts'

/**
 * Moves records that earlier pages have left in the journal into the outbox. It may also take a record of another open
 * tab, which is harmless: outbox ids are unique. A page processes each record once.
 *
 * @throws the browser's error when the code does not load; the records stay for the next page
 */
export async function replayAdditions(): Promise<void> {
  const left = recordIds().filter((id) => !ownIds.has(id))
  if (left.length === 0) return
  for (const id of left) ownIds.add(id)
  const { replay } = await import('./replay.ts')
  await replay(left)
}
