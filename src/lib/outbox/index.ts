import { loadOutbox } from './connect.ts'
import type { Outbox } from './types.ts'

export type { ActionBodies, AnyEntry, Entry, Outcome } from './types.ts'

/** Subscribes to the queue once its module is loaded. Unsubscribing before that is possible. */
function subscribeWhenLoaded(start: (queue: Outbox) => () => void): () => void {
  let stop: (() => void) | undefined
  let isUnsubscribed = false
  loadOutbox().then(
    (queue) => {
      if (!isUnsubscribed) stop = start(queue)
    },
    // the module does not load, for example offline on a first visit: nothing is sent, so there are no events
    () => {},
  )
  return () => {
    isUnsubscribed = true
    stop?.()
  }
}

/** Provides the outbox. Its code is loaded on first use. */
export const outbox: Outbox = {
  put: async (...args) => (await loadOutbox()).put(...args),
  entries: async () => (await loadOutbox()).entries(),
  drop: async (id) => (await loadOutbox()).drop(id),
  retry: async (id) => (await loadOutbox()).retry(id),
  flush: async (options) => (await loadOutbox()).flush(options),
  waitForOutcome: async (id, signal) => (await loadOutbox()).waitForOutcome(id, signal),
  onChange: (listener) => subscribeWhenLoaded((queue) => queue.onChange(listener)),
  onProgress: (listener) => subscribeWhenLoaded((queue) => queue.onProgress(listener)),
}
