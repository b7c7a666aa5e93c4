import type { Outbox } from './types.ts'

export type { AnyEntry, Bodies, CartRemoval, Entry, Item, Outcome, SearchPass, ShownItem } from './types.ts'

const load = async () => (await import('./queue.ts')).queue

/** Subscribes to the queue once its module is loaded. Unsubscribing before that is possible. */
function follow(start: (queue: Outbox) => () => void): () => void {
  let stop: (() => void) | undefined
  let left = false
  load().then(
    (queue) => {
      if (!left) stop = start(queue)
    },
    // the module does not load, for example offline on a first visit: nothing is sent, so there are no events
    () => {},
  )
  return () => {
    left = true
    stop?.()
  }
}

/** Provides the outbox. Its code is loaded on first use. */
export const outbox: Outbox = {
  put: async (...given) => (await load()).put(...given),
  entries: async () => (await load()).entries(),
  drop: async (id) => (await load()).drop(id),
  retry: async (id) => (await load()).retry(id),
  flush: async (options) => (await load()).flush(options),
  waitForOutcome: async (id, signal) => (await load()).waitForOutcome(id, signal),
  onChange: (listener) => follow((queue) => queue.onChange(listener)),
  onProgress: (listener) => follow((queue) => queue.onProgress(listener)),
}
