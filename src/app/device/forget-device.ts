import { deleteCart } from '../../../contract/cart.ts'
import { forgetDevice as clearHttpCache } from '../../../contract/settings.ts'
import { isApiError, request } from '../../lib/api.ts'
import { showBadge } from '../../lib/badge.ts'
import { openChannel } from '../../lib/memory/channel.ts'
import { deleteAllStoredData } from '../../lib/memory/index.ts'
import { wipeCaches, wipeDatabases } from '../../lib/wipe.ts'
import { signedInUser, signOut } from '../../platform/identity/index.ts'
import { replaceUrl } from '../../platform/navigation/index.ts'
import { getConnection } from '../../platform/offline/index.ts'
import { device, localTextStore, wipeTexts } from '../../platform/storage/index.ts'
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
  const requests = await listRequests()
  const cartId = device.cartId.read()
  const wasSignedIn = signedInUser.read() !== null
  const serverDeletion = deleteOnServer(requests, cartId)
  await wipe()
  const isConfirmed = await serverDeletion
  // again, because running tasks may have written data since
  await wipe()
  isReloading = true
  channel.broadcast('forgotten')
  forgetScrollPositions()
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

type ServerRequest = (signal: AbortSignal) => Promise<unknown>

/**
 * Lists the requests of queued actions that have to be sent before the data are deleted. Loads their code on demand.
 *
 * @returns undefined when the code does not load
 */
async function listRequests(): Promise<ServerRequest[] | undefined> {
  const loaded = await import('../actions.ts').catch(() => undefined)
  if (!loaded) return undefined
  const { all } = loaded.actions
  const requestsByAction = await Promise.all(all.map((action) => action.listBeforeWipe(localTextStore)))
  return requestsByAction.flat()
}

/**
 * Resolves with whether the server has confirmed every request and has deleted the cart with its e-mail.
 *
 * @param requests undefined when they are not known: nothing is confirmed then
 */
async function deleteOnServer(
  requests: readonly ServerRequest[] | undefined,
  cartId: string | null,
): Promise<boolean> {
  if (getConnection() === 'offline') return requests?.length === 0 && cartId === null
  const signal = AbortSignal.timeout(serverTimeoutInMs)
  const results = await Promise.allSettled([
    ...(requests ?? []).map((send) => send(signal)),
    forgetCart(cartId, signal),
  ])
  // copies in the HTTP cache: not every browser clears it on request
  await request(clearHttpCache, { signal }).catch(() => {})
  return requests !== undefined && results.every(({ status }) => status === 'fulfilled')
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
