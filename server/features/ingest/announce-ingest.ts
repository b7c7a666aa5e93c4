import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { findUnavailableCode } from '../../platform/unavailable.ts'
import { removeIngest, writeIngest } from './store.ts'

/** Sets the interval for renewing the lease. */
const renewalIntervalInMs = 2000

/** The lease of a run, from which the storefront knows that more photos will come. */
export interface Announcement {
  update(waiting: number): void
  end(): Promise<void>
}

/** Announces a run for an event; renews the announcement until `end`. */
export async function announceIngest(
  context: Context,
  eventId: string,
  clock: () => Date,
): Promise<Announcement> {
  const id = newId()
  let waiting = 0
  let pendingWrite: Promise<void> = writeLease()

  function writeLease(): Promise<void> {
    return writeIngest(context, { id, eventId, waiting, renewedOn: clock() })
  }
  await pendingWrite
  let isWriting = false
  const renew = () => {
    if (isWriting) return
    isWriting = true
    pendingWrite = writeLease()
      // The next renewal retries; the photos do not depend on it.
      .catch((error: unknown) => context.log.warn({ err: error }, 'the ingest could not be announced'))
      .finally(() => {
        isWriting = false
      })
  }
  const timer = setInterval(renew, renewalIntervalInMs)
  return {
    update: (count) => {
      const isFirst = waiting === 0 && count > 0
      waiting = count
      if (isFirst) renew()
    },
    end: async () => {
      clearInterval(timer)
      await pendingWrite
      await removeIngest(context, id, clock()).catch((error: unknown) => {
        if (!findUnavailableCode(error)) throw error
        context.log.warn({ err: error }, 'the end of the ingest could not be announced: its lease expires')
      })
    },
  }
}
