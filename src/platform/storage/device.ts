import * as z from 'zod/mini'
import { Language } from '../../../contract/common.ts'
import { randomId } from '../../lib/random-id.ts'
import { cookieTextStore } from './cookie-text-store.ts'
import { persisted } from './persisted.ts'

/** Defines all persisted values except the event searches and the outbox, with their defaults. */
export const device = {
  /** The language that the visitor has chosen; null until then. */
  appLanguage: persisted({
    key: 'appLanguage',
    schema: z.nullable(Language),
    initial: null,
    plain: true,
  }),
  // the contract's CartId would add the schema of the whole cart to the first load
  cartId: persisted({
    key: 'cartId',
    schema: z.nullable(z.uuid()),
    initial: null,
    store: cookieTextStore,
    plain: true,
  }),
  /** Orders awaiting payment. */
  pendingOrders: persisted<readonly string[]>({
    key: 'pendingOrders',
    schema: z.array(z.string()),
    initial: [],
    isEmpty: (orders) => orders.length === 0,
  }),
  /** The tenant's settings of the last visit, for an offline start, which validates them. */
  settings: persisted<unknown>({ key: 'settings', schema: z.unknown(), initial: null }),
  /** Whether a selfie may be stored on this device until its event has photos. */
  waitingSelfie: persisted({ key: 'waitingSelfie', schema: z.boolean(), initial: false }),
  /** Overrides the system's color scheme. */
  scheme: persisted({
    key: 'scheme',
    schema: z.nullable(z.enum(['light', 'dark'])),
    initial: null,
    plain: true,
  }),
  /** The e-mail entered at the last checkout. */
  email: persisted({ key: 'email', schema: z.nullable(z.string()), initial: null, plain: true }),
}

/** Adds an order awaiting payment, unless it is stored already. */
export function addPendingOrder(orderId: string): void {
  const orders = device.pendingOrders.read()
  if (!orders.includes(orderId)) device.pendingOrders.write([...orders, orderId])
}

/** Removes an order that was paid or canceled; an empty list leaves no entry. */
export function removePendingOrder(orderId: string): void {
  device.pendingOrders.write(device.pendingOrders.read().filter((each) => each !== orderId))
}

const deviceKeyEntry = persisted<string | null>({
  key: 'deviceKey',
  schema: z.nullable(z.string()),
  initial: null,
})

/**
 * Returns the secret of this device, generated on first use. It proves that data belong to this device: answers (“not
 * me”) and links of a search, the e-mail and the order of a cart, and orders with their files.
 */
export function getDeviceKey(): string {
  const storedKey = deviceKeyEntry.read()
  if (storedKey !== null) return storedKey
  deviceKeyEntry.write(randomId())
  // another tab may have written since; blocked storage falls back to memory
  return deviceKeyEntry.read() ?? randomId()
}
