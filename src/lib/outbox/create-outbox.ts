import { openChannel } from '../memory/channel.ts'
import { toStorageError } from '../memory/create-collection.ts'
import { randomId } from '../random-id.ts'
import { type DrainContext, drain, storeOutcome } from './drain.ts'
import { createEntry, resetRetries, toEntry } from './records.ts'
import {
  changeEntry,
  isPersisted,
  isVolatile,
  onEntriesChange,
  type QueueRecord,
  readAllEntries,
  storeVolatile,
  tryReadEntries,
} from './store.ts'
import type { Entry, EntryKind, Outbox, Outcome, Senders } from './types.ts'

export interface QueueOptions {
  senders: Senders
  /** Kinds that this thread sends. */
  maySend: (kind: EntryKind) => boolean
  /** Called when an entry is dropped unsent, to delete its data stored elsewhere. */
  onDrop: (entry: { id: string; kind: string }) => Promise<void>
  random?: () => number
}

const pollIntervalInMs = 10_000

const toPublicEntry = (record: QueueRecord) => toEntry(record, isVolatile(record.id))

/** Creates an outbox with the given senders. */
export function createOutbox(queueOptions: QueueOptions): Outbox {
  const progress = openChannel<{ id: string; share: number }>('outbox-progress', () => {})
  const context: DrainContext = {
    senders: queueOptions.senders,
    maySend: queueOptions.maySend,
    onProgress: (id, share) => progress.broadcast({ id, share }),
    random: queueOptions.random ?? Math.random,
  }
  const immediateIds = new Set<string>()
  const drainRequest = { isRequested: false }
  let currentDrain: Promise<void> | undefined

  const startDrain = (): Promise<void> => {
    drainRequest.isRequested = true
    currentDrain ??= drain(context, immediateIds, drainRequest).finally(() => {
      currentDrain = undefined
    })
    // another drain was requested while this one was ending
    return currentDrain.then(() => (drainRequest.isRequested ? startDrain() : undefined))
  }

  const flushInBackground = () => void startDrain().catch(() => {})

  const findOutcome = async (id: string): Promise<Outcome | undefined> => {
    const all = await tryReadEntries()
    const record = all?.find((entry) => entry.id === id)
    if (!record) return all && { type: 'dropped' }
    return record.outcome ?? (record.parked && { type: 'parked', code: record.parked.code })
  }

  return {
    async put(kind, lane, body, { id = randomId(), afterInMs = 0 } = {}) {
      // a selfie needs its bytes in the database; all other kinds may be sent from the memory of this page
      const mayBeVolatile = kind !== 'selfie'
      const record = await changeEntry(
        id,
        (before, all) => before ?? createEntry({ id, kind, lane, body, afterInMs }, all, Date.now()),
        mayBeVolatile,
      )
      if (!record) throw toStorageError(new Error('an entry that was put is not there'))
      if (!isVolatile(id) && !(await isPersisted(record))) {
        if (!mayBeVolatile) throw toStorageError(new Error('an entry was not kept'))
        storeVolatile(record)
      }
      flushInBackground()
      return toPublicEntry(record) as Entry<typeof kind>
    },

    entries: async () => (await readAllEntries()).filter(({ outcome }) => !outcome).map(toPublicEntry),

    async drop(id) {
      const record = (await readAllEntries()).find((entry) => entry.id === id)
      if (!record) return
      await storeOutcome(id, { type: 'dropped' })
      await queueOptions.onDrop(record)
      flushInBackground()
    },

    async retry(id) {
      await changeEntry(id, (before) =>
        before && !before.outcome ? resetRetries(before, Date.now()) : before,
      )
      immediateIds.add(id)
      await startDrain()
    },

    async flush({ now = false } = {}) {
      if (now) for (const { id, unreached } of await readAllEntries()) if (unreached) immediateIds.add(id)
      await startDrain()
    },

    waitForOutcome: (id, signal) =>
      new Promise((resolve, reject) => {
        const checkOutcome = () =>
          void findOutcome(id).then((outcome) => {
            if (!outcome) return
            cleanUp()
            resolve(outcome)
          })
        const onAbort = () => {
          cleanUp()
          reject(signal?.reason)
        }
        const stopListening = onEntriesChange(checkOutcome)
        // a page in the background misses messages
        const timer = setInterval(checkOutcome, pollIntervalInMs)
        const cleanUp = () => {
          stopListening()
          clearInterval(timer)
          signal?.removeEventListener('abort', onAbort)
        }
        signal?.addEventListener('abort', onAbort)
        if (signal?.aborted) onAbort()
        else checkOutcome()
      }),

    onChange: onEntriesChange,
    onProgress: (listener) => progress.listen(({ id, share }) => listener(id, share)),
  }
}
