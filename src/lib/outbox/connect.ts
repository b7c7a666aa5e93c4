import type { Outbox } from './types.ts'

let load = (): Promise<Outbox> => Promise.reject(new Error('no outbox is connected'))

/**
 * Sets how the page loads the outbox with its actions. Call it before the first use. A separate module, because the entry of
 * the page imports it.
 */
export function connectOutbox(loadOutbox: () => Promise<Outbox>): void {
  load = loadOutbox
}

/** Loads the outbox of this thread. @throws the browser's error when the code does not load */
export const loadOutbox = (): Promise<Outbox> => load()
