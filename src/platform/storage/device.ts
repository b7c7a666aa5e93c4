import * as z from 'zod/mini'
import { Language } from '../../../contract/common.ts'
import { cookieShelf } from './cookie-shelf.ts'
import { stored } from './stored.ts'

/** All that the device keeps beside the event searches and the outbox, with its defaults. */
export const device = {
  /** Chosen by the visitor; null until then. */
  appLanguage: stored({
    key: 'appLanguage',
    schema: z.nullable(Language),
    initial: null,
    plain: true,
  }),
  // the contract's CartId would bring the schema of the whole cart into the first load
  cartId: stored({
    key: 'cartId',
    schema: z.nullable(z.uuid()),
    initial: null,
    shelf: cookieShelf,
    plain: true,
  }),
  /** Orders that wait for their payment. */
  pendingOrders: stored<readonly string[]>({
    key: 'pendingOrders',
    schema: z.array(z.string()),
    initial: [],
    isEmpty: (orders) => orders.length === 0,
  }),
  /** The tenant's settings of the last visit, for a start without a network, which looks at what they are. */
  settings: stored<unknown>({ key: 'settings', schema: z.unknown(), initial: null }),
  /** Overrides the scheme of the system. */
  scheme: stored({
    key: 'scheme',
    schema: z.nullable(z.enum(['light', 'dark'])),
    initial: null,
    plain: true,
  }),
  /** The e-mail typed at the last checkout. */
  email: stored({ key: 'email', schema: z.nullable(z.string()), initial: null, plain: true }),
}

/** Adds an order that waits for its payment; each is kept once. */
export function addPendingOrder(orderId: string): void {
  const orders = device.pendingOrders.read()
  if (!orders.includes(orderId)) device.pendingOrders.write([...orders, orderId])
}

/** Forgets an order that was paid or canceled; an empty list leaves no entry. */
export function removePendingOrder(orderId: string): void {
  device.pendingOrders.write(device.pendingOrders.read().filter((each) => each !== orderId))
}
