import { deleteCart } from '../../../contract/cart.ts'
import { forgetDevice as clearHttpCache } from '../../../contract/settings.ts'
import { isApiError, request } from '../../lib/api.ts'
import { showBadge } from '../../lib/badge.ts'
import { openChannel } from '../../lib/memory/channel.ts'
import { deleteAllStoredData, selfies } from '../../lib/memory/index.ts'
import type { Bodies } from '../../lib/outbox/index.ts'
import { deleteSelfie } from '../../lib/outbox/senders/forget-selfie.ts'
import { wipeCaches, wipeDatabases } from '../../lib/wipe.ts'
import { signedInUser, signOut } from '../../platform/identity/index.ts'
import { replaceUrl } from '../../platform/navigation/index.ts'
import { getConnection } from '../../platform/offline/index.ts'
import { device, listSearchedSelfies, listStoredKeys, wipeTexts } from '../../platform/storage/index.ts'
import { forgetScrollPositions } from '../routing/scroll-positions.ts'

/** Lists the caches of the app, the face detector and the brand, which contain no personal data. */
const appCaches = /precache|^(models|brand)$/
const serverTimeoutInMs = 10_000

// the message also evicts pages from the back/forward cache, which is intended
const channel = openChannel<'forgotten'>('device')

/** Maps the outcome of the deletion to the next URL; its hash states whether the server has confirmed the deletion. */
const nextUrls = { confirmed: '/#forgotten', deviceOnly: '/#forgotten-here' }

/**
 * Deletes all data about the runner on this device and, if it can be reached, on the server. Then reloads every open page.
 *
 * @throws DOMException, ApiError MemoryLost when this browser does not allow clearing its storage
 */
export async function forgetDevice(): Promise<void> {
  const selfiesToForget = await readSelfiesToForget()
  const cartId = device.cartId.read()
  const wasSignedIn = signedInUser.read() !== null
  const serverDeletion = deleteOnServer(selfiesToForget, cartId, await readAlerts())
  await wipe()
  const isConfirmed = await serverDeletion
  // again, because running tasks may have written data since
  await wipe()
  isReloading = true
  channel.broadcast('forgotten')
  // otherwise the identity provider would sign the user in again at the next check
  if (wasSignedIn && (await signOut())) return
  reloadAt(isConfirmed ? nextUrls.confirmed : nextUrls.deviceOnly)
}

let isReloading = false

/** Deletes the data and reloads this tab when another tab deletes the data of the device. */
export function watchDeviceWipe(): void {
  channel.listen(() => {
    if (isReloading) return
    isReloading = true
    void wipe()
      .catch(() => {})
      .then(() => reloadAt('/'))
  })
}

/** Replaces the URL and reloads the page, because its memory contains data too. */
function reloadAt(url: string): void {
  forgetScrollPositions()
  replaceUrl(url)
  location.reload()
}

async function wipe(): Promise<void> {
  // localStorage last: its mirrors would restore it
  await deleteAllStoredData()
  await wipeDatabases()
  await wipeCaches(appCaches)
  wipeTexts()
  await unsubscribeFromPush().catch(() => {})
  showBadge(0)
}

/** Unsubscribes from push. The push service then rejects the endpoint, and reports that to our server at the next message. */
async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

type SelfieToForget = Bodies['selfie.forget']

async function readSelfiesToForget(): Promise<SelfieToForget[]> {
  const records = await selfies.entries().catch(() => [])
  const selfiesToForget: SelfieToForget[] = records.map(([id, { selfie }]) => ({
    sentAs: id,
    selfieId: selfie?.selfieId,
  }))
  const knownIds = new Set(selfiesToForget.map((entry) => entry.selfieId))
  return [
    ...selfiesToForget,
    ...listSearchedSelfies()
      .filter((id) => !knownIds.has(id))
      .map((selfieId) => ({ selfieId })),
  ]
}

/** Resolves with whether the server has deleted every selfie, the cart with its e-mail, and every photo alert. */
async function deleteOnServer(
  selfiesToForget: readonly SelfieToForget[],
  cartId: string | null,
  cancelAlerts: Awaited<ReturnType<typeof readAlerts>>,
): Promise<boolean> {
  if (getConnection() === 'offline') return selfiesToForget.length === 0 && cartId === null && !cancelAlerts
  const signal = AbortSignal.timeout(serverTimeoutInMs)
  const results = await Promise.allSettled([
    ...selfiesToForget.map((body) => forgetSelfie(body, signal)),
    forgetCart(cartId, signal),
    cancelAlerts?.(signal),
  ])
  // copies in the HTTP cache: not every browser clears it on request
  await request(clearHttpCache, { signal }).catch(() => {})
  return results.every(({ status }) => status === 'fulfilled')
}

async function forgetSelfie(body: SelfieToForget, signal: AbortSignal): Promise<void> {
  const entry = { id: '', kind: 'selfie.forget', lane: '', body, putOn: 0, tries: 0, notBefore: 0 } as const
  await deleteSelfie(entry, { signal, onProgress: () => {} })
}

/**
 * Returns a function that cancels the photo alerts; undefined when there are none. Loads the code of the alerts on demand.
 */
async function readAlerts(): Promise<((signal: AbortSignal) => Promise<void>) | undefined> {
  if (listStoredKeys(/^alert\.(.+)$/).length === 0) return undefined
  const { readAlertsToCancel } = await import('../../features/call-me/index.ts')
  return readAlertsToCancel()
}

async function forgetCart(shoppingCartId: string | null, signal: AbortSignal): Promise<void> {
  if (!shoppingCartId) return
  try {
    await request(deleteCart, { params: { shoppingCartId }, signal })
  } catch (error) {
    // an ordered cart belongs to its order
    if (!isApiError(error, 'CartNotFound', 'CartProcessed', 'CartDeleted')) throw error
  }
}
