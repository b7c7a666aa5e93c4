import { atom, getDefaultStore } from 'jotai'
import { startTransition } from 'react'
import * as z from 'zod/mini'
import { Cart } from '../../../contract/cart.ts'
import type { Money } from '../../../contract/common.ts'
import { device, stored } from '../../platform/storage/index.ts'
import { cartCount, countOf } from './count.ts'
import { onlyPriceMoved } from './only-price-moved.ts'
import { overlay } from './overlay.ts'
import { waitingAtom } from './waiting.ts'

const store = getDefaultStore()

/** The cart as the service last told it; also what is shown without a network. */
export const keptCart = stored({ key: 'cart', schema: z.nullable(Cart), initial: null })

/** Events from which something was put into the cart, so that it can be shown before the service knows of it. */
export const cartEvents = stored({
  key: 'cartEvents',
  schema: z.record(z.string(), z.object({ title: z.string(), catalogId: z.string() })),
  initial: {},
})

export type CartLoad = { state: 'idle' | 'loading' | 'ready' } | { state: 'failed'; error: unknown }

/** How the last look at the service's cart went. */
export const cartLoadAtom = atom<CartLoad>({ state: 'idle' })

/** What the screen shows: the kept cart with everything that waits. */
export const shownItemsAtom = atom((get) =>
  overlay(get(keptCart.atom), get(waitingAtom), get(cartEvents.atom)),
)

/** The same of this moment, for verbs; read past the atoms, which are up to date only while a component follows them. */
export const shownNow = () => overlay(keptCart.read(), store.get(waitingAtom), cartEvents.read())

/** The total the buyer saw before prices moved; null when nothing is to be told. */
export const formerTotalAtom = atom<Money | null>(null)

export function keepCart(cart: Cart): void {
  const before = keptCart.read()
  const moved = before && onlyPriceMoved(before, cart)
  if (moved) store.set(formerTotalAtom, before.totalAmount)
  else if (before?.totalAmount.amount !== cart.totalAmount.amount) store.set(formerTotalAtom, null)
  keptCart.write(cart)
}

/** Forgets what the service told of the cart. */
export function dropKept(): void {
  keptCart.remove()
  store.set(formerTotalAtom, null)
}

/** Forgets the cart; the next thing added starts a new one. */
export function dropCart(): void {
  device.cartId.remove()
  dropKept()
  countShown()
}

/** Brings the badge up to date. */
export function countShown(): void {
  cartCount.write(countOf(shownNow()))
}

export function setLoad(load: CartLoad): void {
  // whole walls of photos know the cart; none is taken over or drawn anew in one piece for this
  startTransition(() => store.set(cartLoadAtom, load))
}

/** Forgets a cart that became an order; one that was begun since stays. */
export function forgetCart(cartId: string): void {
  if (device.cartId.read() === cartId) dropCart()
}
