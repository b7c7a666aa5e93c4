import type { NewCartItem } from '../../../contract/cart.ts'
import type { ShownItem as Drawn } from '../../lib/outbox/index.ts'
import type { Reach } from '../../platform/search-token/index.ts'
import type { EventOfCart } from './overlay.ts'

/** Describes a product to add to the cart, and how to render it until the service has confirmed it. */
export interface ItemToAdd {
  item: NewCartItem
  drawn: Drawn
}

export interface Adding {
  eventId: string
  event: EventOfCart
  additions: readonly ItemToAdd[]
  /**
   * `person` for items that depend on the runner, such as a package. `none` for items that need no search. An object
   * with the id of a share link for photos that the link shows.
   */
  reach?: Reach | 'none' | { readonly shareId: string }
}
