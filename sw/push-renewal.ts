import { queue } from '../src/lib/outbox/queue.ts'
import {
  findSubscription,
  knownSubscription,
  rememberSubscription,
  toSubscriptionKeys,
} from '../src/lib/push-subscription.ts'
import { sendWaiting } from './outbox.ts'

declare const self: ServiceWorkerGlobalScope

/** Reports a changed push subscription to the service. Messages to the former one would be lost. */
export function followSubscription(): void {
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
}

/**
 * Some browsers provide neither the former nor the new subscription. Then the stored one is used, and a new one is requested.
 */
async function renew({
  oldSubscription,
  newSubscription,
}: Partial<Pick<PushSubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>>): Promise<void> {
  const known = await knownSubscription()
  const told = oldSubscription && toSubscriptionKeys(oldSubscription)
  const former = told ? { endpoint: told.endpoint, auth: told.keys.auth } : known
  const asked = () => known && findSubscription(self.registration.pushManager, known.publicKey)
  const subscription = newSubscription ? toSubscriptionKeys(newSubscription) : await asked()
  if (!former || !subscription || former.endpoint === subscription.endpoint) return
  const { endpoint, auth } = former
  await queue.put('push.renew', 'push', { former: { endpoint, auth }, subscription })
  if (known) await rememberSubscription(subscription, known.publicKey)
  // a failed send is retried by the next run of a page or of the worker
  await sendWaiting().catch(() => {})
}
