import type { NewCartItem } from '../../../../contract/cart.ts'
import type { TokenScope } from '../../../platform/search-token/index.ts'
import type { CartEvent } from '../overlay.ts'
import type { ShownFields } from '../sync/bodies.ts'

/** Describes a product to add to the cart, and how to render it until the service has confirmed it. */
export interface ItemToAdd {
  item: NewCartItem
  shownItem: ShownFields
}

export interface AddItemsInput {
  eventId: string
  event: CartEvent
  additions: readonly ItemToAdd[]
  /**
   * `person` for items that depend on the runner last searched for, such as a package. `none` for items that need no search.
   * An object with the search whose results are shown, or with the id of a share link whose photos are.
   */
  tokenScope?: TokenScope | 'none' | { readonly shareId: string }
}
