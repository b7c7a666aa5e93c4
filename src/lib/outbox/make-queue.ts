import { openChannel } from '../memory/channel.ts'
import { memoryError } from '../memory/create-collection.ts'
import { randomId } from '../random-id.ts'
import { type DrainTools, drain, storeOutcome } from './drain.ts'
import { newEntry, resetRetries, toEntry } from './records.ts'
import {
  allEntries,
  changeEntry,
  isKept,
  isVolatile,
  keepBeside,
  knownEntries,
  onEntriesChange,
  type QueueRecord,
} from './store.ts'
import type { Entry, EntryKind, Outbox, Outcome, Senders } from './types.ts'

export interface QueueParts {
  senders: Senders
  /** Kinds that this thread sends. */
  maySend: (kind: EntryKind) => boolean
  /** Called when an entry is dropped unsent, to delete its data stored elsewhere. */
  onDrop: (entry: { id: string; kind: string }) => Promise<void>
  random?: () => number
}

const lookAgainEveryInMs = 10_000

const shown = (kept: QueueRecord) => toEntry(kept, isVolatile(kept.id))

/** Creates an outbox with the given senders. */
export function makeQueue(parts: QueueParts): Outbox {
  const progress = openChannel<{ id: string; share: number }>('outbox-progress', () => {})
  const tools: DrainTools = {
    senders: parts.senders,
    maySend: parts.maySend,
    onProgress: (id, share) => progress.broadcast({ id, share }),
    random: parts.random ?? Math.random,
  }
  const eager = new Set<string>()
  const request = { open: false }
  let draining: Promise<void> | undefined

  const start = (): Promise<void> => {
    request.open = true
    draining ??= drain(tools, eager, request).finally(() => {
      draining = undefined
    })
    // another drain was requested while this one was ending
    return draining.then(() => (request.open ? start() : undefined))
  }

  const flushSoon = () => void start().catch(() => {})

  const findOutcome = async (id: string): Promise<Outcome | undefined> => {
    const all = await knownEntries()
    const kept = all?.find((entry) => entry.id === id)
    if (!kept) return all && { type: 'dropped' }
    return kept.outcome ?? (kept.parked && { type: 'parked', code: kept.parked.code })
  }

  return {
    async put(kind, lane, body, { id = randomId(), afterInMs = 0 } = {}) {
      // a selfie needs its bytes in the database; all other kinds may be sent from the memory of this page
      const mayStayBeside = kind !== 'selfie'
      const kept = await changeEntry(
        id,
        (before, all) => before ?? newEntry({ id, kind, lane, body, afterInMs }, all, Date.now()),
        mayStayBeside,
      )
      if (!kept) throw memoryError(new Error('an entry that was put is not there'))
      if (!isVolatile(id) && !(await isKept(kept))) {
        if (!mayStayBeside) throw memoryError(new Error('an entry was not kept'))
        keepBeside(kept)
      }
      flushSoon()
      return shown(kept) as Entry<typeof kind>
    },

    entries: async () => (await allEntries()).filter(({ outcome }) => !outcome).map(shown),

    async drop(id) {
      const kept = (await allEntries()).find((entry) => entry.id === id)
      if (!kept) return
      await storeOutcome(id, { type: 'dropped' })
      await parts.onDrop(kept)
      flushSoon()
    },

    async retry(id) {
      await changeEntry(id, (before) =>
        before && !before.outcome ? resetRetries(before, Date.now()) : before,
      )
      eager.add(id)
      await start()
    },

    async flush({ now = false } = {}) {
      if (now) for (const { id, unreached } of await allEntries()) if (unreached) eager.add(id)
      await start()
    },

    waitForOutcome: (id, signal) =>
      new Promise((resolve, reject) => {
        const look = () =>
          void findOutcome(id).then((outcome) => {
            if (!outcome) return
            leave()
            resolve(outcome)
          })
        const abort = () => {
          leave()
          reject(signal?.reason)
        }
        const stopListening = onEntriesChange(look)
        // a page in the background misses messages
        const timer = setInterval(look, lookAgainEveryInMs)
        const leave = () => {
          stopListening()
          clearInterval(timer)
          signal?.removeEventListener('abort', abort)
        }
        signal?.addEventListener('abort', abort)
        if (signal?.aborted) abort()
        else look()
      }),

    onChange: onEntriesChange,
    onProgress: (listener) => progress.listen(({ id, share }) => listener(id, share)),
  }
}
