import type { Received, Sending } from './transport.ts'

/** Describes a public answer that bypassed the service worker, because none controlled the page when it was requested. */
export interface UncontrolledAnswer {
  readonly sending: Pick<Sending, 'url' | 'headers'>
  readonly received: Pick<Received, 'response' | 'body'>
  /** ms since 1970 */
  readonly receivedOn: number
}

/** Bounds the memory of a page that never gets a service worker. */
const queuedAtMost = 30
const queued: UncontrolledAnswer[] = []
let consumer: ((answer: UncontrolledAnswer) => void) | undefined

/** Checks whether requests of this page bypass a service worker that may still be installed. Call before the request. */
export function isUncontrolled(): boolean {
  const browser = globalThis.navigator as { serviceWorker?: { controller: unknown } } | undefined
  return browser?.serviceWorker?.controller === null
}

/** Queues an answer for {@link consumeUncontrolledAnswers}, or passes it to the consumer if there is one. */
export function noteUncontrolledAnswer(answer: UncontrolledAnswer): void {
  if (consumer) consumer(answer)
  else if (queued.length < queuedAtMost) queued.push(answer)
}

/** Passes all queued answers to the consumer, and each later one when it arrives. */
export function consumeUncontrolledAnswers(consume: (answer: UncontrolledAnswer) => void): void {
  consumer = consume
  for (const answer of queued.splice(0)) consume(answer)
}
