import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import type { Ledger, Weighed } from './byte-quota.ts'
import { withinLimit } from './memory/limit.ts'

const answerLimitInMs = 10_000

/** The ledger of kept pictures in a database of its own: losing it costs room, nothing else. */
export function openPictureLedger(): Ledger {
  const opened = createStore('photofinish-pictures', 'kept')
  // none of the functions used here makes a request after its first task, so each transaction can be committed at once
  const store: UseStore = (mode, use) =>
    withinLimit(
      opened(mode, (records) => {
        const result = use(records)
        records.transaction.commit()
        return result
      }),
      answerLimitInMs,
    )
  return {
    entries: () => entries<string, Weighed>(store),
    set: (key, weighed) => set(key, weighed, store),
    remove: (keys) => delMany(keys, store),
  }
}
