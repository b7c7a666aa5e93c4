import * as z from 'zod/mini'
import { getPushKey, type PushTopic, subscribe } from '../../../contract/push.ts'
import { request } from '../../lib/api.ts'
import { rememberSubscription, subscriptionOf } from '../../lib/push-subscription.ts'
import type { InstallWay } from '../../platform/install/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { eventSearch, stored } from '../../platform/storage/index.ts'

/** Orders and events of which this browser is told, by id. */
export const askedTopics = stored<readonly string[]>({
  key: 'pushTopics',
  schema: z.array(z.string()),
  initial: [],
})

const mostRemembered = 50

export const idOf = (topic: PushTopic): string => ('orderId' in topic ? topic.orderId : topic.eventId)

/** Whether the browser can be told of something while no page of ours is open, and its owner has not said no. */
export function canBeTold(): boolean {
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return has && Notification.permission !== 'denied'
}

/** Whether notifications would work once the app is installed: Safari on iOS has `PushManager` in installed apps only. */
export function needsInstall(way: InstallWay | undefined): boolean {
  return way === 'ios' && !('PushManager' in window)
}

/**
 * Asks the user, the browser and the service, in this order, that this device is told of something.
 *
 * @returns false when the user does not want it
 * @throws ApiError, or what the browser says when its push service cannot be reached
 */
export async function tellMeOf(topic: PushTopic): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await request(getPushKey, {})
  const subscription = await subscriptionOf(pushManager, publicKey)
  const body = { subscription, topics: [topic] }
  const idempotencyKey = crypto.randomUUID()
  const ask = (token?: string) => request(subscribe, { body, token, idempotencyKey })
  // of an event she is told of her own photos, when she has said who she is
  const isPersonal = 'eventId' in topic && eventSearch(topic.eventId).last.read() !== null
  await (isPersonal ? withSearchToken(topic.eventId, 'person', ask) : ask())
  await rememberSubscription(subscription, publicKey)
  const others = askedTopics.read().filter((id) => id !== idOf(topic))
  askedTopics.write([idOf(topic), ...others].slice(0, mostRemembered))
  return true
}
