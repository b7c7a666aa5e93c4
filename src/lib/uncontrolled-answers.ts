import type { OutgoingRequest, ReceivedResponse } from './transport.ts'

/** Describes a public answer that bypassed the service worker, because none controlled the page when it was requested. */
export interface UncontrolledAnswer {
  readonly sending: Pick<OutgoingRequest, 'url' | 'headers'>
  readonly received: Pick<ReceivedResponse, 'response' | 'body'>
  /** ms since 1970 */
  readonly receivedOn: number
}

/** Bounds the memory of a page that never gets a service worker. */
const maxQueuedAnswers = 30
const queuedAnswers: UncontrolledAnswer[] = []
let consumer: ((answer: UncontrolledAnswer) => void) | undefined

/** Checks whether requests of this page bypass a service worker that may still be installed. Call before the request. */
export function isPageUncontrolled(): boolean {
  const browser = globalThis.navigator as { serviceWorker?: { controller: unknown } } | undefined
  return browser?.serviceWorker?.controller === null
}

/** Queues an answer for {@link consumeUncontrolledAnswers}, or passes it to the consumer if there is one. */
export function queueUncontrolledAnswer(answer: UncontrolledAnswer): void {
  if (consumer) consumer(answer)
  else if (queuedAnswers.length < maxQueuedAnswers) queuedAnswers.push(answer)
}

/** Passes all queued answers to the consumer, and each later one when it arrives. */
export function consumeUncontrolledAnswers(consume: (answer: UncontrolledAnswer) => void): void {
  consumer = consume
  for (const answer of queuedAnswers.splice(0)) consume(answer)
}
