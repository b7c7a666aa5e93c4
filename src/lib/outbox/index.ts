import type { Outbox } from './types.ts'

export type {
  AnyEntry,
  Bodies,
  CartItemReference,
  CartRemoval,
  Entry,
  Outcome,
  SearchCredentials,
  ShownItem,
} from './types.ts'

const loadQueue = async () => (await import('./queue.ts')).queue

/** Subscribes to the queue once its module is loaded. Unsubscribing before that is possible. */
function subscribeWhenLoaded(start: (queue: Outbox) => () => void): () => void {
  let stop: (() => void) | undefined
  let isUnsubscribed = false
  loadQueue().then(
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
  put: async (...args) => (await loadQueue()).put(...args),
  entries: async () => (await loadQueue()).entries(),
  drop: async (id) => (await loadQueue()).drop(id),
  retry: async (id) => (await loadQueue()).retry(id),
  flush: async (options) => (await loadQueue()).flush(options),
  waitForOutcome: async (id, signal) => (await loadQueue()).waitForOutcome(id, signal),
  onChange: (listener) => subscribeWhenLoaded((queue) => queue.onChange(listener)),
  onProgress: (listener) => subscribeWhenLoaded((queue) => queue.onProgress(listener)),
}
