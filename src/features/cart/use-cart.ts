import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Cart } from '../../../contract/cart.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { loadVerbs } from './late-verbs.ts'
import type { ShownItem } from './overlay.ts'
import { type CartLoad, cartLoadAtom, keptCart, shownItemsAtom } from './state.ts'
import { waitingAtom } from './waiting.ts'

/** Describes the cart of this device, with its pending changes. */
export interface CartView {
  /** As last read from the service; null without one. */
  cart: Cart | null
  /** With optimistic updates: including queued additions, without queued removals. */
  items: readonly ShownItem[]
  /** Whether a change has not been sent to the service yet. */
  waits: boolean
  /** Whether the service refused an item. */
  refused: boolean
  load: CartLoad
}

/** The language of the last read; undefined after the network was lost. */
let known: string | undefined

/** Subscribes to the cart of this device. Reads it again when the language changes and when the network returns. */
export function useCart(): CartView {
  const { language } = useLanguage()
  const online = useOnline()
  const cart = useAtomValue(keptCart.atom)
  const items = useAtomValue(shownItemsAtom)
  const waiting = useAtomValue(waitingAtom)
  const load = useAtomValue(cartLoadAtom)

  useEffect(() => {
    loadVerbs().then(
      (verbs) => verbs.followOutbox(),
      // the next page that shows the cart subscribes
      () => {},
    )
  }, [])
  useEffect(() => {
    if (!online) {
      known = undefined
      return undefined
    }
    let gone = false
    loadVerbs().then(
      (verbs) => {
        if (gone || known === language) return
        known = language
        void verbs.refreshCart()
      },
      () => {},
    )
    return () => {
      gone = true
    }
  }, [language, online])

  return {
    cart,
    items,
    waits: waiting.some(({ isSent, parked }) => !isSent && !parked),
    refused: waiting.some(({ kind, parked }) => kind === 'cart.add' && parked !== undefined),
    load,
  }
}
