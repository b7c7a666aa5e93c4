import { kvStore } from './memory/index.ts'

/** Names the kvStore entry with the subscription. The service worker reads it, to report later changes to the service. */
const fact = 'pushSubscription'

/** Identifies a subscription, with the service's key that it was created with. */
export interface KnownSubscription {
  endpoint: string
  auth: string
  publicKey: string
}

/** Describes a subscription in the form of the contract. */
export interface SubscriptionKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Converts the browser’s form; missing fields become empty. */
export function toSubscriptionKeys(subscription: Pick<PushSubscription, 'toJSON'>): SubscriptionKeys {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return { endpoint, keys: { p256dh, auth } }
}

/** Returns this browser's subscription, or creates one. @param publicKey the service's, base64url */
export async function findSubscription(
  manager: Pick<PushManager, 'getSubscription' | 'subscribe'>,
  publicKey: string,
): Promise<SubscriptionKeys> {
  const known = await manager.getSubscription()
  const key = { userVisibleOnly: true, applicationServerKey: decodeBase64url(publicKey) }
  return toSubscriptionKeys(known ?? (await manager.subscribe(key)))
}

/** Stores the subscription for the service worker. Never fails: without storage, a change of it is not detected. */
export async function rememberSubscription(
  { endpoint, keys }: SubscriptionKeys,
  publicKey: string,
): Promise<void> {
  const known: KnownSubscription = { endpoint, auth: keys.auth, publicKey }
  await kvStore.put(fact, JSON.stringify(known)).catch(() => {})
}

/** Returns the subscription that was stored last; undefined when there is none. */
export async function knownSubscription(): Promise<KnownSubscription | undefined> {
  const text = await kvStore.get(fact)
  return text === undefined ? undefined : (JSON.parse(text) as KnownSubscription)
}

/** Decodes the key. Some browsers do not accept it as text. */
function decodeBase64url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
