import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import { withinLimit } from '../memory/limit.ts'
import type { CacheEntry, Ledger } from './byte-quota.ts'

const answerLimitInMs = 10_000

/** Opens the ledger of cached pictures in a separate database. Losing it only wastes storage space. */
export function openPictureLedger(): Ledger {
  const openedStore = createStore('photofinish-pictures', 'kept')
  // none of the functions used here makes a request after its first task, so each transaction can be committed at
  // once
  const store: UseStore = (mode, use) =>
    withinLimit(
      openedStore(mode, (records) => {
        const result = use(records)
        records.transaction.commit()
        return result
      }),
      answerLimitInMs,
    )
  return {
    entries: () => entries<string, CacheEntry>(store),
    set: (key, entry) => set(key, entry, store),
    remove: (keys) => delMany(keys, store),
  }
}
