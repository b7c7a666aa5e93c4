import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { removeIngest, writeIngest } from './store.ts'

/** Often enough to be believed, seldom enough to cost nothing. */
const renewalInMs = 2000

/** A run's sign of life, from which the storefront tells that more photos are on their way. */
export interface Announcement {
  update(waiting: number): void
  end(): Promise<void>
}

/** Says that a run has begun for an event; renewed until `end`. */
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
      // The next renewal tries again; photos themselves do not depend on it.
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
