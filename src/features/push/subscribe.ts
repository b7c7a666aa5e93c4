import * as z from 'zod/mini'
import { getPushKey, type PushTopic, subscribe } from '../../../contract/push.ts'
import { request } from '../../lib/api.ts'
import { getOrCreateSubscription, storeSubscription } from '../../lib/push-subscription.ts'
import type { InstallMethod } from '../../platform/install/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { type LastSearch, persisted } from '../../platform/storage/index.ts'

/** Ids of the orders and of the runners of events that this browser is subscribed to. */
export const subscribedTopics = persisted<readonly string[]>({
  key: 'pushTopics',
  schema: z.array(z.string()),
  initial: [],
})

const maxStoredTopics = 50

/**
 * Returns the id of a topic.
 *
 * @param search the notifications of an event are about its runner; absent: about all photos
 */
export const toTopicId = (topic: PushTopic, search?: LastSearch): string =>
  'orderId' in topic ? topic.orderId : `${topic.eventId} ${JSON.stringify(search ?? null)}`

/** Returns whether the browser supports web push and the permission is not denied. */
export function canNotify(): boolean {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported && Notification.permission !== 'denied'
}

/** Returns whether notifications would work after installing: Safari on iOS has `PushManager` in installed apps only. */
export function needsInstall(way: InstallMethod | undefined): boolean {
  return way === 'ios' && !('PushManager' in window)
}

/**
 * Requests the permission of the user, a subscription of the browser and a topic of the service, in this order.
 *
 * @param search the notifications of an event are about its runner; absent: about all photos
 * @returns false when the user does not allow it
 * @throws ApiError, or the browser's error when its push service cannot be reached
 */
export async function subscribeToTopic(topic: PushTopic, search?: LastSearch): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await request(getPushKey, {})
  const subscription = await getOrCreateSubscription(pushManager, publicKey)
  const body = { subscription, topics: [topic] }
  const idempotencyKey = crypto.randomUUID()
  const subscribeWithToken = (token?: string) => request(subscribe, { body, token, idempotencyKey })
  const isPersonal = 'eventId' in topic && search
  await (isPersonal ? withSearchToken(topic.eventId, { search }, subscribeWithToken) : subscribeWithToken())
  await storeSubscription(subscription, publicKey)
  // the service notifies a browser of one runner of an event
  const isReplaced = (id: string) =>
    'orderId' in topic ? id === topic.orderId : id.split(' ')[0] === topic.eventId
  const otherTopicIds = subscribedTopics.read().filter((id) => !isReplaced(id))
  subscribedTopics.write([toTopicId(topic, search), ...otherTopicIds].slice(0, maxStoredTopics))
  return true
}
