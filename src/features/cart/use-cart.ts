import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Cart } from '../../../contract/cart.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { loadVerbs } from './late-verbs.ts'
import type { ShownItem } from './overlay.ts'
import { type CartLoad, cartLoadAtom, keptCart, shownItemsAtom } from './state.ts'
import { waitingAtom } from './waiting.ts'

export interface CartView {
  /** As the service last told it; null without one. */
  cart: Cart | null
  /** As the user left it: with what waits, without what is being removed. */
  items: readonly ShownItem[]
  /** Whether the service has yet to hear of a change. */
  waits: boolean
  /** Whether the service did not take something. */
  refused: boolean
  load: CartLoad
}

/** In which language the cart was last read; undefined once the network was away. */
let known: string | undefined

/** The cart of this device; read anew when the language changes and when the network comes back. */
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
      // followed by the next page that shows the cart
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
    waits: waiting.some(({ isSent, aside }) => !isSent && !aside),
    refused: waiting.some(({ kind, aside }) => kind === 'cart.add' && aside !== undefined),
    load,
  }
}
