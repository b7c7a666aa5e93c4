import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Cart } from '../../../contract/cart.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { loadCartOperations } from './changes/lazy-cart.ts'
import type { ShownItem } from './overlay.ts'
import { pendingEntriesAtom } from './pending-entries.ts'
import { type CartLoadState, cachedCart, cartLoadAtom, shownItemsAtom } from './state.ts'

/** Describes the cart of this device, with its pending changes. */
export interface CartView {
  /** As last read from the service; null without one. */
  cart: Cart | null
  /** With optimistic updates: including queued additions, without queued removals. */
  items: readonly ShownItem[]
  /** Whether a change has not been sent to the service yet. */
  hasUnsentChanges: boolean
  /** Whether the service refused an item. */
  hasRefusedItems: boolean
  /** Whether an item is no longer sold, which keeps the cart from being ordered. */
  hasOffSaleItems: boolean
  loadState: CartLoadState
}

/** The language of the last read; undefined after the network was lost. */
let lastLanguage: string | undefined

/** Subscribes to the cart of this device. Reads it again when the language changes and when the network returns. */
export function useCart(): CartView {
  const { language } = useLanguage()
  const online = useOnline()
  const cart = useAtomValue(cachedCart.atom)
  const items = useAtomValue(shownItemsAtom)
  const waiting = useAtomValue(pendingEntriesAtom)
  const loadState = useAtomValue(cartLoadAtom)

  useEffect(() => {
    loadCartOperations().then(
      (operations) => operations.subscribeToOutbox(),
      // the next page that shows the cart subscribes
      () => {},
    )
  }, [])
  useEffect(() => {
    if (!online) {
      lastLanguage = undefined
      return undefined
    }
    let isUnmounted = false
    loadCartOperations().then(
      (operations) => {
        if (isUnmounted || lastLanguage === language) return
        lastLanguage = language
        void operations.refreshCart()
      },
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [language, online])

  return {
    cart,
    items,
    hasUnsentChanges: waiting.some(({ isSent, parked }) => !isSent && !parked),
    hasRefusedItems: waiting.some(({ kind, parked }) => kind === 'cart.add' && parked !== undefined),
    hasOffSaleItems: items.some(({ offSale }) => offSale),
    loadState,
  }
}
