import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { removeIngest, writeIngest } from './store.ts'

/** Sets the interval for renewing the lease. */
const renewalInMs = 2000

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
  let writing: Promise<void> = write()

  function write(): Promise<void> {
    return writeIngest(context, { id, eventId, waiting, renewedOn: clock() })
  }
  await writing
  let isWriting = false
  const renew = () => {
    if (isWriting) return
    isWriting = true
    writing = write()
      // The next renewal retries; the photos do not depend on it.
      .catch((error: unknown) => context.log.warn({ err: error }, 'the ingest could not be announced'))
      .finally(() => {
        isWriting = false
      })
  }
  const timer = setInterval(renew, renewalInMs)
  return {
    update: (count) => {
      const isFirst = waiting === 0 && count > 0
      waiting = count
      if (isFirst) renew()
    },
    end: async () => {
      clearInterval(timer)
      await writing
      await removeIngest(context, id, clock())
    },
  }
}
