import { memoryError } from '../memory/make-shelf.ts'
import { noticesOn } from '../memory/notices.ts'
import { randomId } from '../random-id.ts'
import { type DrainTools, drain, settle } from './drain.ts'
import { afresh, newEntry, shownOf } from './records.ts'
import {
  allEntries,
  changeEntry,
  isKept,
  isUnkept,
  type KeptEntry,
  keepBeside,
  knownEntries,
  onEntriesChange,
} from './store.ts'
import type { Entry, EntryKind, Outbox, Outcome, Senders } from './types.ts'

export interface QueueParts {
  senders: Senders
  /** Kinds that this thread sends. */
  maySend: (kind: EntryKind) => boolean
  /** The entry leaves unsent: what lies elsewhere for it leaves too. */
  onDrop: (entry: { id: string; kind: string }) => Promise<void>
  random?: () => number
}

const lookAgainEveryInMs = 10_000

const shown = (kept: KeptEntry) => shownOf(kept, isUnkept(kept.id))

/** The outbox with its senders. */
export function makeQueue(parts: QueueParts): Outbox {
  const progress = noticesOn<{ id: string; share: number }>('outbox-progress')
  const tools: DrainTools = {
    senders: parts.senders,
    maySend: parts.maySend,
    onProgress: (id, share) => progress.tell({ id, share }),
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
    // asked for while the last look was already over
    return draining.then(() => (request.open ? start() : undefined))
  }

  const flushSoon = () => void start().catch(() => {})

  const outcomeOf = async (id: string): Promise<Outcome | undefined> => {
    const all = await knownEntries()
    const kept = all?.find((entry) => entry.id === id)
    if (!kept) return all && { is: 'dropped' }
    return kept.outcome ?? (kept.aside && { is: 'aside', code: kept.aside.code })
  }

  return {
    async put(kind, lane, body, { id = randomId(), afterInMs = 0 } = {}) {
      // a selfie is worth nothing without its bytes in the database; all else may go out from this page
      const mayStayBeside = kind !== 'selfie'
      const kept = await changeEntry(
        id,
        (before, all) => before ?? newEntry({ id, kind, lane, body, afterInMs }, all, Date.now()),
        mayStayBeside,
      )
      if (!kept) throw memoryError(new Error('an entry that was put is not there'))
      if (!isUnkept(id) && !(await isKept(kept))) {
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
      await settle(id, { is: 'dropped' })
      await parts.onDrop(kept)
      flushSoon()
    },

    async retry(id) {
      await changeEntry(id, (before) => (before && !before.outcome ? afresh(before, Date.now()) : before))
      eager.add(id)
      await start()
    },

    async flush({ now = false } = {}) {
      if (now) for (const { id, unreached } of await allEntries()) if (unreached) eager.add(id)
      await start()
    },

    settled: (id, signal) =>
      new Promise((resolve, reject) => {
        const look = () =>
          void outcomeOf(id).then((outcome) => {
            if (!outcome) return
            leave()
            resolve(outcome)
          })
        const abort = () => {
          leave()
          reject(signal?.reason)
        }
        const stopListening = onEntriesChange(look)
        // a page in the background misses what it is told
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
