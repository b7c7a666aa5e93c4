import { atom, getDefaultStore } from 'jotai'
import { startTransition } from 'react'
import * as z from 'zod/mini'
import { Cart } from '../../../contract/cart.ts'
import type { Image, Money } from '../../../contract/common.ts'
import { device, persisted } from '../../platform/storage/index.ts'
import { cartCount, countItems } from './count.ts'
import { overlay } from './overlay.ts'
import { pendingEntriesAtom } from './pending-entries.ts'

const store = getDefaultStore()

/** Caches the cart as last read from the service; shown when offline. */
export const cachedCart = persisted({ key: 'cart', schema: z.nullable(Cart), initial: null })

/** Stores the events of added items, so that items can be rendered before the service has confirmed them. */
export const cartEvents = persisted({
  key: 'cartEvents',
  schema: z.record(z.string(), z.object({ title: z.string(), catalogId: z.string() })),
  initial: {},
})

export type CartLoadState = { state: 'idle' | 'loading' | 'ready' } | { state: 'failed'; error: unknown }

/** Stores the state of the last read of the service's cart. */
export const cartLoadAtom = atom<CartLoadState>({ state: 'idle' })

/** Derives the displayed items: the cached cart with all queued changes. */
export const shownItemsAtom = atom((get) =>
  overlay(get(cachedCart.atom), get(pendingEntriesAtom), get(cartEvents.atom)),
)

/**
 * Returns the current value of `shownItemsAtom`. Bypasses the derived atoms, which are up to date only while a
 * component subscribes.
 */
export const readShownItems = () =>
  overlay(cachedCart.read(), store.get(pendingEntriesAtom), cartEvents.read())

/** Stores the total that the buyer saw before prices changed; null when no price has changed. */
export const formerTotalAtom = atom<Money | null>(null)

export function cacheCart(cart: Cart): void {
  const previous = cachedCart.read()
  const hasNewPrices = previous && haveOnlyPricesChanged(previous, cart)
  if (hasNewPrices) store.set(formerTotalAtom, previous.totalAmount)
  else if (previous?.totalAmount.amount !== cart.totalAmount.amount) store.set(formerTotalAtom, null)
  cachedCart.write(cart)
}

/** Clears the cached cart and the total before the price change. */
export function clearCachedCart(): void {
  cachedCart.remove()
  store.set(formerTotalAtom, null)
}

/** Clears the cart; the next addition creates a new one. */
export function clearCart(): void {
  device.cartId.remove()
  clearCachedCart()
  updateCartCount()
}

/** Updates the badge. */
export function updateCartCount(): void {
  cartCount.write(countItems(readShownItems()))
}

export function setCartLoad(load: CartLoadState): void {
  // large photo grids depend on this atom: `startTransition` keeps hydration and rendering interruptible
  startTransition(() => store.set(cartLoadAtom, load))
}

/** Clears a cart that became an order; a cart that was started since stays. */
export function forgetCart(cartId: string): void {
  if (device.cartId.read() === cartId) clearCart()
}

/** Returns whether only prices changed between two reads of a cart. An ended promo code does not count: the cart lists it. */
export function haveOnlyPricesChanged(before: Cart | null, after: Cart): boolean {
  if (!before || before.cartId !== after.cartId) return false
  const serializeItems = (cart: Cart) =>
    [
      ...cart.items.map((item) => item.shoppingCartItemId),
      ...cart.promotionalCodes.map(({ codeId, refusal = '' }) => `${codeId}${refusal}`),
    ].join(' ')
  return (
    serializeItems(before) === serializeItems(after) && before.totalAmount.amount !== after.totalAmount.amount
  )
}

const maxPictures = 4

/**
 * Returns the pictures that represent a cart once it is an order: one per item, then further ones of its packages while
 * there is room. Empty for a cart that is no longer cached.
 */
export function listCartPictures(cartId: string): Image[] {
  const cart = cachedCart.read()
  const items = cart?.cartId === cartId ? cart.items : []
  const firstPictures = items.flatMap(({ thumb }) => thumb ?? [])
  const furtherPictures = items.flatMap(({ thumbs }) => thumbs?.slice(1) ?? [])
  return [...firstPictures, ...furtherPictures].slice(0, maxPictures)
}
