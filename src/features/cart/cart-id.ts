import { randomId } from '../../lib/random-id.ts'
import { device } from '../../platform/storage/index.ts'

/** Returns the id of the device's cart. Creates a random one for the first addition, with or without a network. */
export function openCart(): string {
  const known = device.cartId.read()
  if (known) return known
  const cartId = randomId()
  device.cartId.write(cartId)
  return cartId
}
