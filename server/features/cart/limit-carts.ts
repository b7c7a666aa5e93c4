import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { limitCaller } from '../../platform/http/limit-calls.ts'

/**
 * All phones of a venue may share one address: 5,000 runners who finish within two hours create about 2,500 carts in their
 * busiest hour, so 420 in ten minutes, and three times as many when a wave finishes together. A device needs few carts, and
 * corrects its e-mail a few times.
 */
const cartsLimit = { perDevice: 30, perAddress: 1_500, windowInMs: 10 * 60_000 }

/**
 * Counts a new cart, or an e-mail of one: otherwise a program could fill the database with carts. The limit of the address holds
 * for programs too. That of the device protects other phones behind the address from a page that repeats its calls: a program
 * can invent device keys.
 *
 * @throws Failure `TooManyRequests` with the time to wait
 */
export function limitCarts(
  context: Context,
  request: FastifyRequest,
  action: 'create' | 'email',
): Promise<void> {
  const caller = { device: readDeviceHash(request), address: request.ip }
  return limitCaller(context, `cart ${action}`, caller, cartsLimit)
}
