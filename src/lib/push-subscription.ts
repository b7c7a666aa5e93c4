import { facts } from './memory/index.ts'

/** Under this name the page leaves for the service worker what a later change of the subscription needs to be told. */
const fact = 'pushSubscription'

/** What tells a subscription, and the service's key that it was made with. */
export interface KnownSubscription {
  endpoint: string
  auth: string
  publicKey: string
}

/** A subscription in the form of the contract. */
export interface SubscriptionKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Reads the browser’s own form; what it does not tell is empty. */
export function keysOf(subscription: Pick<PushSubscription, 'toJSON'>): SubscriptionKeys {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return { endpoint, keys: { p256dh, auth } }
}

/** The subscription that this browser has, or a new one. @param publicKey the service's, base64url */
export async function subscriptionOf(
  manager: Pick<PushManager, 'getSubscription' | 'subscribe'>,
  publicKey: string,
): Promise<SubscriptionKeys> {
  const known = await manager.getSubscription()
  const key = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  return keysOf(known ?? (await manager.subscribe(key)))
}

/** Never fails: without a memory of the device a change of the subscription goes unnoticed. */
export async function rememberSubscription(
  { endpoint, keys }: SubscriptionKeys,
  publicKey: string,
): Promise<void> {
  const known: KnownSubscription = { endpoint, auth: keys.auth, publicKey }
  await facts.put(fact, JSON.stringify(known)).catch(() => {})
}

/** What was remembered last; undefined where nothing was. */
export async function knownSubscription(): Promise<KnownSubscription | undefined> {
  const text = await facts.get(fact)
  return text === undefined ? undefined : (JSON.parse(text) as KnownSubscription)
}

/** Not every browser takes the key as text. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
