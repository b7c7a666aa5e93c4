import type { Context } from '../../../platform/context.ts'
import { isSignature, signText } from '../../../platform/http/signed-link.ts'
import type { Services } from '../../../platform/services.ts'
import type { OrderRow } from '../store.ts'

/** Restricts a key to the whole order, its receipts, or one file. A key of one purpose opens nothing else. */
type KeyPurpose = 'order' | 'receipt' | `file ${string}`

type KeyedOrder = Pick<OrderRow, 'id' | 'email'>

/** A key that a caller sent. */
export interface OrderKey {
  readonly purpose: KeyPurpose
  readonly value: string
}

/**
 * Returns the key of an order for the links of its letters: an HMAC over tenant, order, purpose and e-mail address. It does not
 * expire. Correcting the e-mail address invalidates the keys that were sent to the former one. The key of the receipts does not
 * depend on the address, so that links of pages that are open stay valid.
 */
export function createOrderKey(
  context: Pick<Context, 'tenant'>,
  { config }: Pick<Services, 'config'>,
  order: KeyedOrder,
  purpose: KeyPurpose,
): string {
  return signText(buildTextToSign(context, order, purpose), config.secrets.orderKey)
}

/** Returns whether a key opens an order for its purpose. Constant-time comparison. */
export function isValidOrderKey(
  context: Pick<Context, 'tenant'>,
  { config }: Pick<Services, 'config'>,
  order: KeyedOrder,
  { purpose, value }: OrderKey,
): boolean {
  return isSignature(buildTextToSign(context, order, purpose), value, config.secrets.orderKey)
}

/**
 * Returns the absolute address of an order's page for a letter. The key is in the fragment, which browsers do not send, so that
 * no server or proxy logs it.
 */
export function buildOrderUrl(
  context: Pick<Context, 'tenant'>,
  services: Pick<Services, 'config'>,
  order: KeyedOrder & Pick<OrderRow, 'origin' | 'preorder'>,
): string {
  const page = order.preorder ? 'preorder' : 'order'
  return `${order.origin}/${page}/${order.id}#key=${createOrderKey(context, services, order, 'order')}`
}

function buildTextToSign(
  { tenant }: Pick<Context, 'tenant'>,
  { id, email }: KeyedOrder,
  purpose: KeyPurpose,
): string {
  const address = purpose === 'receipt' ? '' : email.toLowerCase()
  return JSON.stringify(['order key', tenant.name, id, purpose, address])
}
