import { createOutbox } from '../lib/outbox/create-outbox.ts'
import type { Outbox } from '../lib/outbox/types.ts'
import { actions } from './actions.ts'

/**
 * Sends the queued actions of all features on this thread: a page loads it on first use of `outbox`, the service worker
 * imports it. The type fails to compile when a feature declares an action that is not registered.
 */
export const queue: Outbox = createOutbox(actions)
