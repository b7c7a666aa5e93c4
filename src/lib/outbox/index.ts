import type { Outbox } from './types.ts'

export type { AnyEntry, Bodies, CartRemoval, Entry, Outcome, SearchPass, ShownItem, Thing } from './types.ts'

const load = async () => (await import('./queue.ts')).queue

/** Follows something that is loaded later; the follower may leave before that. */
function follow(start: (queue: Outbox) => () => void): () => void {
  let stop: (() => void) | undefined
  let left = false
  load().then(
    (queue) => {
      if (!left) stop = start(queue)
    },
    // without its code, such as on a first visit that lost the network, nothing is sent that could be followed
    () => {},
  )
  return () => {
    left = true
    stop?.()
  }
}

/** The outbox; its code is loaded when it is first needed. */
export const outbox: Outbox = {
  put: async (...given) => (await load()).put(...given),
  entries: async () => (await load()).entries(),
  drop: async (id) => (await load()).drop(id),
  retry: async (id) => (await load()).retry(id),
  flush: async (options) => (await load()).flush(options),
  settled: async (id, signal) => (await load()).settled(id, signal),
  onChange: (listener) => follow((queue) => queue.onChange(listener)),
  onProgress: (listener) => follow((queue) => queue.onProgress(listener)),
}
