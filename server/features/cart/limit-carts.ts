import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { limitCalls, requireCallsLeft } from '../../platform/http/limit-calls.ts'

const windowInMs = 10 * 60_000
/**
 * All phones of a venue may share one address: 5,000 runners who finish within two hours create about 2,500 carts in their
 * busiest hour, so 420 in ten minutes, and three times as many when a wave finishes together. A device needs few carts, and
 * corrects its e-mail a few times.
 */
const maxPerWindow = { address: 1_500, device: 30 }

/**
 * Counts a new cart, or an e-mail of one: otherwise a program could fill the database with carts. The limit of the address holds
 * for programs too. That of the device protects other phones behind the address from a page that repeats its calls: a program
 * can invent device keys.
 *
 * @throws Failure `TooManyRequests` with the time to wait
 */
export async function limitCarts(
  context: Context,
  request: FastifyRequest,
  action: 'create' | 'email',
): Promise<void> {
  const createLimit = (callerKey: string, max: number) => ({
    subject: `cart ${action} ${callerKey}`,
    max,
    windowInMs,
  })
  const addressLimit = createLimit(`address ${toClientKey(request.ip)}`, maxPerWindow.address)
  const deviceHash = readDeviceHash(request)
  if (deviceHash !== undefined) {
    // Each invented device key would otherwise be stored, also when the address is refused.
    await requireCallsLeft(context, addressLimit)
    // The device before the address: its refused calls must not use up the limit of the address.
    await limitCalls(context, createLimit(`device ${deviceHash}`, maxPerWindow.device))
  }
  await limitCalls(context, addressLimit)
}
