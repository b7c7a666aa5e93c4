import { deleteCart } from '../../../contract/cart.ts'
import { forgetDevice as dropCopies } from '../../../contract/settings.ts'
import { isApiError, request } from '../../lib/api.ts'
import { showBadge } from '../../lib/badge.ts'
import { openChannel } from '../../lib/memory/channel.ts'
import { forgetEverything, selfies } from '../../lib/memory/index.ts'
import type { Bodies } from '../../lib/outbox/index.ts'
import { sendForgetting } from '../../lib/outbox/senders/forget-selfie.ts'
import { wipeCaches, wipeDatabases } from '../../lib/wipe.ts'
import { signedIn, signOut } from '../../platform/identity/index.ts'
import { renamePage } from '../../platform/navigation/index.ts'
import { connectionNow } from '../../platform/offline/index.ts'
import { device, searchedSelfies, storedKeys, wipeTexts } from '../../platform/storage/index.ts'
import { forgetScrollPlaces } from '../scroll-places.ts'

/** Lists the caches of the app, the face detector and the brand, which contain no personal data. */
const appCaches = /precache|^(models|brand)$/
const patienceInMs = 10_000

// the message also evicts pages from the back/forward cache, which is intended
const channel = openChannel<'forgotten'>('device')

/** Maps the outcome of the deletion to the next URL; its hash states whether the server has confirmed the deletion. */
const goodbye = { everywhere: '/#forgotten', here: '/#forgotten-here' }

/**
 * Deletes all data about the runner on this device and, if it can be reached, on the server. Then reloads every open page.
 *
 * @throws DOMException, ApiError MemoryLost when this browser does not allow clearing its storage
 */
export async function forgetDevice(): Promise<void> {
  const toForget = await readSelfiesToForget()
  const cartId = device.cartId.read()
  const wasIn = signedIn.read() !== null
  const told = tellService(toForget, cartId, await readAlerts())
  await wipe()
  const everywhere = await told
  // again, because running tasks may have written data since
  await wipe()
  leaving = true
  channel.broadcast('forgotten')
  // otherwise the identity provider would sign the user in again at the next check
  if (wasIn && (await signOut())) return
  startAnew(everywhere ? goodbye.everywhere : goodbye.here)
}

let leaving = false

/** Deletes the data and reloads this tab when another tab deletes the data of the device. */
export function followForgetting(): void {
  channel.listen(() => {
    if (leaving) return
    leaving = true
    void wipe()
      .catch(() => {})
      .then(() => startAnew('/'))
  })
}

/** Replaces the URL and reloads the page, because its memory contains data too. */
function startAnew(address: string): void {
  forgetScrollPlaces()
  renamePage(address)
  location.reload()
}

async function wipe(): Promise<void> {
  // localStorage last: its mirrors would restore it
  await forgetEverything()
  await wipeDatabases()
  await wipeCaches(appCaches)
  wipeTexts()
  await endPush().catch(() => {})
  showBadge(0)
}

/** Unsubscribes from push. The push service then rejects the endpoint, and reports that to our server at the next message. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

type SelfieToForget = Bodies['selfie.forget']

async function readSelfiesToForget(): Promise<SelfieToForget[]> {
  const records = await selfies.entries().catch(() => [])
  const toForget: SelfieToForget[] = records.map(([id, { selfie }]) => ({
    sentAs: id,
    selfieId: selfie?.selfieId,
  }))
  const known = new Set(toForget.map((entry) => entry.selfieId))
  return [
    ...toForget,
    ...searchedSelfies()
      .filter((id) => !known.has(id))
      .map((selfieId) => ({ selfieId })),
  ]
}

/** Resolves with whether the server has deleted every selfie, the cart with its e-mail, and every photo alert. */
async function tellService(
  toForget: readonly SelfieToForget[],
  cartId: string | null,
  cancelAlerts: Awaited<ReturnType<typeof readAlerts>>,
): Promise<boolean> {
  if (connectionNow() === 'offline') return toForget.length === 0 && cartId === null && !cancelAlerts
  const signal = AbortSignal.timeout(patienceInMs)
  const answers = await Promise.allSettled([
    ...toForget.map((body) => forgetSelfie(body, signal)),
    forgetCart(cartId, signal),
    cancelAlerts?.(signal),
  ])
  // copies in the HTTP cache: not every browser clears it on request
  await request(dropCopies, { signal }).catch(() => {})
  return answers.every(({ status }) => status === 'fulfilled')
}

async function forgetSelfie(body: SelfieToForget, signal: AbortSignal): Promise<void> {
  const entry = { id: '', kind: 'selfie.forget', lane: '', body, putOn: 0, tries: 0, notBefore: 0 } as const
  await sendForgetting(entry, { signal, onProgress: () => {} })
}

/**
 * Returns a function that cancels the photo alerts; undefined when there are none. Loads the code of the alerts on demand.
 */
async function readAlerts(): Promise<((signal: AbortSignal) => Promise<void>) | undefined> {
  if (storedKeys(/^alert\.(.+)$/).length === 0) return undefined
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
