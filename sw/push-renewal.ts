import { queue } from '../src/app/outbox.ts'
import {
  getOrCreateSubscription,
  readStoredSubscription,
  storeSubscription,
  toSubscriptionKeys,
} from '../src/lib/push-subscription.ts'
import { sendWaiting } from './outbox.ts'

declare const self: ServiceWorkerGlobalScope

/** Reports a changed push subscription to the service. Messages to the former one would be lost. */
export function registerSubscriptionRenewal(): void {
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
}

/**
 * Some browsers provide neither the former nor the new subscription. Then the stored one is used, and a new one is requested.
 */
async function renew({
  oldSubscription,
  newSubscription,
}: Partial<Pick<PushSubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>>): Promise<void> {
  const storedSubscription = await readStoredSubscription()
  const oldKeys = oldSubscription && toSubscriptionKeys(oldSubscription)
  const formerSubscription = oldKeys
    ? { endpoint: oldKeys.endpoint, auth: oldKeys.keys.auth }
    : storedSubscription
  const requestSubscription = () =>
    storedSubscription && getOrCreateSubscription(self.registration.pushManager, storedSubscription.publicKey)
  const subscription = newSubscription ? toSubscriptionKeys(newSubscription) : await requestSubscription()
  if (!formerSubscription || !subscription || formerSubscription.endpoint === subscription.endpoint) return
  const { endpoint, auth } = formerSubscription
  await queue.put('push.renew', 'push', { former: { endpoint, auth }, subscription })
  if (storedSubscription) await storeSubscription(subscription, storedSubscription.publicKey)
  // a failed send is retried by the next run of a page or of the worker
  await sendWaiting().catch(() => {})
}
