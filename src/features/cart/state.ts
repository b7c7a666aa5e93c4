import { atom, getDefaultStore } from 'jotai'
import { startTransition } from 'react'
import * as z from 'zod/mini'
import { Cart } from '../../../contract/cart.ts'
import type { Money } from '../../../contract/common.ts'
import { device, persisted } from '../../platform/storage/index.ts'
import { cartCount, countItems } from './count.ts'
import { onlyPriceMoved } from './only-price-moved.ts'
import { overlay } from './overlay.ts'
import { waitingAtom } from './waiting.ts'

const store = getDefaultStore()

/** Caches the cart as last read from the service; shown when offline. */
export const keptCart = persisted({ key: 'cart', schema: z.nullable(Cart), initial: null })

/** Stores the events of added items, so that items can be rendered before the service has confirmed them. */
export const cartEvents = persisted({
  key: 'cartEvents',
  schema: z.record(z.string(), z.object({ title: z.string(), catalogId: z.string() })),
  initial: {},
})

export type CartLoad = { state: 'idle' | 'loading' | 'ready' } | { state: 'failed'; error: unknown }

/** Stores the state of the last read of the service's cart. */
export const cartLoadAtom = atom<CartLoad>({ state: 'idle' })

/** Derives the displayed items: the cached cart with all queued changes. */
export const shownItemsAtom = atom((get) =>
  overlay(get(keptCart.atom), get(waitingAtom), get(cartEvents.atom)),
)

/**
 * Returns the current value of `shownItemsAtom`. Bypasses the derived atoms, which are up to date only while a
 * component subscribes.
 */
export const shownNow = () => overlay(keptCart.read(), store.get(waitingAtom), cartEvents.read())

/** Stores the total that the buyer saw before prices changed; null when no price has changed. */
export const formerTotalAtom = atom<Money | null>(null)

export function keepCart(cart: Cart): void {
  const before = keptCart.read()
  const moved = before && onlyPriceMoved(before, cart)
  if (moved) store.set(formerTotalAtom, before.totalAmount)
  else if (before?.totalAmount.amount !== cart.totalAmount.amount) store.set(formerTotalAtom, null)
  keptCart.write(cart)
}

/** Clears the cached cart. */
export function dropKept(): void {
  keptCart.remove()
  store.set(formerTotalAtom, null)
}

/** Clears the cart; the next addition creates a new one. */
export function dropCart(): void {
  device.cartId.remove()
  dropKept()
  countShown()
}

/** Updates the badge. */
export function countShown(): void {
  cartCount.write(countItems(shownNow()))
}

export function setLoad(load: CartLoad): void {
  // large photo grids depend on this atom: `startTransition` keeps hydration and rendering interruptible
  startTransition(() => store.set(cartLoadAtom, load))
}

/** Clears a cart that became an order; a cart that was started since stays. */
export function forgetCart(cartId: string): void {
  if (device.cartId.read() === cartId) dropCart()
}
