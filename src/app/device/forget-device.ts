import { deleteCart } from '../../../contract/cart.ts'
import { forgetDevice as dropCopies } from '../../../contract/settings.ts'
import { isApiError, request } from '../../lib/api.ts'
import { showBadge } from '../../lib/badge.ts'
import { forgetEverything, selfies } from '../../lib/memory/index.ts'
import { noticesOn } from '../../lib/memory/notices.ts'
import type { Bodies } from '../../lib/outbox/index.ts'
import { sendForgetting } from '../../lib/outbox/senders/forget-selfie.ts'
import { wipeCaches, wipeDatabases } from '../../lib/wipe.ts'
import { signedIn, signOut } from '../../platform/identity/index.ts'
import { renamePage } from '../../platform/navigation/index.ts'
import { connectionNow } from '../../platform/offline/index.ts'
import { device, searchedSelfies, wipeTexts } from '../../platform/storage/index.ts'
import { forgetScrollPlaces } from '../scroll-places.ts'

/** The app itself, the face detector and the brand: nothing in them is about anybody. */
const appCaches = /precache|^(models|brand)$/
const patienceInMs = 10_000

const channel = noticesOn<'forgotten'>('device')

/** Where the page goes when the device has forgotten: the word after the hash says how far. */
const goodbye = { everywhere: '/#forgotten', here: '/#forgotten-here' }

/**
 * Forgets everything about the runner, here and, as far as it can be reached, at the service; then every open page
 * starts anew.
 *
 * @throws DOMException, ApiError MemoryLost when this browser does not let its memory be cleared
 */
export async function forgetDevice(): Promise<void> {
  const wishes = await readWishes()
  const cartId = device.cartId.read()
  const wasIn = signedIn.read() !== null
  const told = tellService(wishes, cartId)
  await wipe()
  const everywhere = await told
  // what was under way when it began may have written something since
  await wipe()
  leaving = true
  channel.tell('forgotten')
  // else the sign-on server would know her again at the next look
  if (wasIn && (await signOut())) return
  startAnew(everywhere ? goodbye.everywhere : goodbye.here)
}

let leaving = false

/** Follows when another page of the app forgets the device. */
export function followForgetting(): void {
  channel.listen(() => {
    if (leaving) return
    leaving = true
    void wipe()
      .catch(() => {})
      .then(() => startAnew('/'))
  })
}

/** A page keeps much in its own memory too: only a new one knows nothing. */
function startAnew(address: string): void {
  forgetScrollPlaces()
  renamePage(address)
  location.reload()
}

async function wipe(): Promise<void> {
  // the texts last: their second copies would bring them back
  await forgetEverything()
  await wipeDatabases()
  await wipeCaches(appCaches)
  wipeTexts()
  await endPush().catch(() => {})
  showBadge(0)
}

/** The push service then knows the address no more, and says so to ours at the next message. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

type Wish = Bodies['selfie.forget']

async function readWishes(): Promise<Wish[]> {
  const records = await selfies.entries().catch(() => [])
  const wishes: Wish[] = records.map(([id, { selfie }]) => ({ sentAs: id, selfieId: selfie?.selfieId }))
  const known = new Set(wishes.map((wish) => wish.selfieId))
  return [
    ...wishes,
    ...searchedSelfies()
      .filter((id) => !known.has(id))
      .map((selfieId) => ({ selfieId })),
  ]
}

/** Whether the service has forgotten every selfie, and the cart with its e-mail. */
async function tellService(wishes: readonly Wish[], cartId: string | null): Promise<boolean> {
  if (connectionNow() === 'offline') return wishes.length === 0 && cartId === null
  const signal = AbortSignal.timeout(patienceInMs)
  const answers = await Promise.allSettled([
    ...wishes.map((body) => forgetSelfie(body, signal)),
    forgetCart(cartId, signal),
  ])
  // copies in the browser's own cache: not every browser lets itself be told
  await request(dropCopies, { signal }).catch(() => {})
  return answers.every(({ status }) => status === 'fulfilled')
}

async function forgetSelfie(body: Wish, signal: AbortSignal): Promise<void> {
  const entry = { id: '', kind: 'selfie.forget', lane: '', body, putOn: 0, tries: 0, notBefore: 0 } as const
  await sendForgetting(entry, { signal, onProgress: () => {} })
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
