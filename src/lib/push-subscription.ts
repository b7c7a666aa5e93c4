import { kvStore } from './memory/index.ts'

/** Names the kvStore entry with the subscription. The service worker reads it, to report later changes to the service. */
const storageKey = 'pushSubscription'

/** Identifies a subscription, with the service's key that it was created with. */
export interface StoredSubscription {
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
export async function getOrCreateSubscription(
  manager: Pick<PushManager, 'getSubscription' | 'subscribe'>,
  publicKey: string,
): Promise<SubscriptionKeys> {
  const existing = await manager.getSubscription()
  const key = { userVisibleOnly: true, applicationServerKey: decodeBase64url(publicKey) }
  return toSubscriptionKeys(existing ?? (await manager.subscribe(key)))
}

/** Stores the subscription for the service worker. Never fails: without storage, a change of it is not detected. */
export async function storeSubscription(
  { endpoint, keys }: SubscriptionKeys,
  publicKey: string,
): Promise<void> {
  const existing: StoredSubscription = { endpoint, auth: keys.auth, publicKey }
  await kvStore.put(storageKey, JSON.stringify(existing)).catch(() => {})
}

/** Returns the subscription that was stored last; undefined when there is none. */
export async function readStoredSubscription(): Promise<StoredSubscription | undefined> {
  const text = await kvStore.get(storageKey)
  return text === undefined ? undefined : (JSON.parse(text) as StoredSubscription)
}

/** Decodes the key. Some browsers do not accept it as text. */
function decodeBase64url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
