import { createStore, delMany, entries, set } from 'idb-keyval'
import type { Ledger, Weighed } from './byte-quota.ts'

/** The ledger of kept pictures in a database of its own: losing it costs room, nothing else. */
export function openPictureLedger(): Ledger {
  const store = createStore('photofinish-pictures', 'kept')
  return {
    entries: () => entries<string, Weighed>(store),
    set: (key, weighed) => set(key, weighed, store),
    remove: (keys) => delMany(keys, store),
  }
}
