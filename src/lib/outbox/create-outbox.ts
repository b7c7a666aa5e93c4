import { openChannel } from '../memory/channel.ts'
import { toStorageError } from '../memory/create-collection.ts'
import { randomId } from '../random-id.ts'
import type { Action, BodiesOf } from './define-action.ts'
import { type DrainContext, drain, storeOutcome } from './drain.ts'
import { createEntry, resetRetries, toEntry } from './records.ts'
import type { ActionRegistry } from './register-actions.ts'
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
import type { AnyEntryOf, Outbox, Outcome } from './types.ts'

export interface QueueOptions {
  /** Whether this thread is a page: only a page sends actions that declare `onlyFromPage`. */
  isPage?: boolean
  random?: () => number
}

const pollIntervalInMs = 10_000

/** Creates an outbox that sends the registered actions. */
export function createOutbox<Actions extends readonly Action[]>(
  registry: ActionRegistry<Actions>,
  { isPage = 'document' in globalThis, random = Math.random }: QueueOptions = {},
): Outbox<BodiesOf<Actions>> {
  const progress = openChannel<{ id: string; share: number }>('outbox-progress', () => {})
  const context: DrainContext = {
    registry,
    isPage,
    onProgress: (id, share) => progress.broadcast({ id, share }),
    random,
  }
  const immediateIds = new Set<string>()
  const drainRequest = { isRequested: false }
  let currentDrain: Promise<void> | undefined

  const toPublicEntry = (record: QueueRecord) =>
    toEntry(record, registry.find(record.kind), isVolatile(record.id))

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
      const action = registry.find(kind)
      const mayBeVolatile = !action?.needsStorage
      const entry = { id, kind, lane, body: action ? action.toStored(body) : body, afterInMs }
      const record = await changeEntry(
        id,
        (before, all) => before ?? createEntry(entry, all, Date.now()),
        mayBeVolatile,
      )
      if (!record) throw toStorageError(new Error('an entry that was put is not there'))
      if (!isVolatile(id) && !(await isPersisted(record))) {
        if (!mayBeVolatile) throw toStorageError(new Error('an entry was not kept'))
        storeVolatile(record)
      }
      flushInBackground()
      return { ...toPublicEntry(record), kind, body }
    },

    async entries() {
      const unsettled = (await readAllEntries()).filter(({ outcome }) => !outcome)
      // the bodies of another build are listed too: `describe` and `send` of their action check them
      return unsettled.map(toPublicEntry) as AnyEntryOf<BodiesOf<Actions>>[]
    },

    async drop(id) {
      const record = (await readAllEntries()).find((entry) => entry.id === id)
      if (!record) return
      await storeOutcome(id, { type: 'dropped' })
      await registry.find(record.kind)?.onDrop(id)
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
