import { randomId } from '../../../lib/random-id.ts'
import { device } from '../../../platform/storage/index.ts'

/** Returns the id of the device's cart. Creates a random one for the first addition, with or without a network. */
export function getOrCreateCartId(): string {
  const storedId = device.cartId.read()
  if (storedId) return storedId
  const cartId = randomId()
  device.cartId.write(cartId)
  return cartId
}
