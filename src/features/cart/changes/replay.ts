import * as z from 'zod/mini'
import { NewCartItem } from '../../../../contract/cart.ts'
import { SearchTokenRequest } from '../../../../contract/competitors.ts'
import { isApiError } from '../../../lib/api.ts'
import { fromStoredCredentials } from '../../../lib/search-credentials/stored.ts'
import { reportError, StepFailed } from '../../../platform/errors/index.ts'
import { syncWithOutbox } from '../refresh-cart.ts'
import { ShownFields } from '../sync/bodies.ts'
import { awaitConfirmation, enqueueAdditions, refusalsWithOwnMessage } from './add.ts'
import { type RecordedAddition, readRecord, removeRecord } from './journal.ts'

/** Validates a record with the field names of the first release. */
const StoredAddition = z.object({
  eventId: z.string(),
  event: z.object({ title: z.string(), catalogId: z.string() }),
  things: z.array(z.object({ item: NewCartItem, drawn: ShownFields })),
  pass: z.optional(z.object({ eventId: z.string(), token: z.string(), wish: SearchTokenRequest })),
})

/**
 * Moves records of the journal into the outbox. Resolves when the cart shows them; the service answers later. Refusals of
 * items that the cart already holds are not reported.
 */
export async function replay(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const record = parseRecord(id)
    if (!record) {
      removeRecord(id)
      continue
    }
    const entry = await enqueueAdditions(record, record.additions)
    void awaitConfirmation(entry, record.additions).catch((error: unknown) => {
      if (!isApiError(error, ...refusalsWithOwnMessage))
        reportError(new StepFailed('cart.failed.adding', error))
    })
  }
  await syncWithOutbox()
}

/** Returns the parsed record; undefined when it was processed, or when this build cannot read it. */
function parseRecord(id: string): RecordedAddition | undefined {
  try {
    const { data } = StoredAddition.safeParse(JSON.parse(readRecord(id) ?? 'null'))
    if (!data) return undefined
    const { things, pass, ...rest } = data
    const additions = things.map(({ item, drawn: shownItem }) => ({ item, shownItem }))
    return { ...rest, additions, searchCredentials: pass && fromStoredCredentials(pass), id, isWritten: true }
  } catch {
    return undefined
  }
}
