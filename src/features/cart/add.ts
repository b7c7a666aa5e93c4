import type { NewCartItem } from '../../../contract/cart.ts'
import { ApiError, isApiError } from '../../lib/api.ts'
import { type ShownItem as Drawn, outbox } from '../../lib/outbox/index.ts'
import { pushAdded } from '../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { passOf, type Reach } from '../../platform/search-token/index.ts'
import { answeredSoon } from './answered.ts'
import { lineOf } from './line.ts'
import { openCart, refreshCart, seeWaiting } from './open-cart.ts'
import { type EventOfCart, nameOf, nameOfShown, type ShownItem } from './overlay.ts'
import { cartEvents, shownNow } from './state.ts'

const saidAsTheyAre = ['ProductAlreadyInCart', 'PhotoInsidePackage', 'PhotoInsideFramedPackage'] as const

/** A product on its way into the cart, and how it looks until the service has it. */
export interface Wished {
  item: NewCartItem
  drawn: Drawn
}

export interface Adding {
  eventId: string
  event: EventOfCart
  things: readonly Wished[]
  /** `person` for what depends on whose photos they are, like a package; `nobody` for what needs no search. */
  reach?: Reach | 'nobody'
}

/**
 * Puts products of one event into the cart, all or none; without a network they wait on the device.
 *
 * @returns false when that did not work; the user was told why
 */
export async function addItems(adding: Adding): Promise<boolean> {
  if (adding.things.length === 0) return true
  try {
    await seeWaiting()
    await put(adding)
    return true
  } catch (error) {
    await seeWaiting()
    const sayAsItIs = isApiError(error, ...saidAsTheyAre)
    if (sayAsItIs) void refreshCart()
    reportError(sayAsItIs ? error : new StepFailed('cart.failed.adding', error))
    return false
  }
}

async function put({ eventId, event, things, reach = 'event' }: Adding): Promise<void> {
  const pass = reach === 'nobody' ? undefined : passOf(eventId, reach)
  const notIn = (shown: readonly ShownItem[]) => {
    const known = new Set(shown.map(nameOfShown))
    return things.filter(
      ({ item, drawn }) => drawn.productType === 'promocode' || !known.has(nameOf(item, pass?.wish)),
    )
  }
  // the kept cart may be older than what another tab has taken out of it
  if (navigator.onLine && notIn(shownNow().filter(({ waiting }) => !waiting)).length < things.length)
    await refreshCart()
  const fresh = notIn(shownNow())
  if (fresh.length === 0) throw new ApiError('ProductAlreadyInCart', 409)
  cartEvents.write({ ...cartEvents.read(), [eventId]: event })
  const cartId = openCart()
  const entry = await outbox.put('cart.add', `cart:${cartId}`, {
    cartId,
    eventId,
    items: fresh.map(({ item }) => item),
    shown: fresh.map(({ drawn }) => drawn),
    pass,
  })
  await seeWaiting()
  const isTaken = await answeredSoon(entry.id)
  pushAdded(fresh.map(({ item, drawn }) => lineOf({ ...drawn, productId: item.productId }, drawn.price)))
  if (!isTaken) return
  await seeWaiting()
  await refreshCart()
}
