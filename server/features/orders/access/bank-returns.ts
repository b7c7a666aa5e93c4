import * as z from 'zod/mini'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { readSignedValue, signValue } from '../../../platform/http/signed-link.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { Services } from '../../../platform/services.ts'
import { addDevice, consumeReturn, deleteExpiredReturns, writeReturn } from './store.ts'

const lifetimeInMs = 60 * 60_000

const Handle = z.object({ name: z.string() })

/**
 * Returns the address to which the bank sends the buyer: the requested one with a signed handle. The handle opens the order
 * once, within the hour, in any browser that the bank's app opens. The bank never receives the order's id.
 *
 * An attempt always gets the same address, because banks refuse another one under the same idempotency key. Each call starts
 * the hour again.
 *
 * @param attempt `returnUrl`: an absolute address of the shop
 */
export async function createReturnUrl(
  context: Context,
  services: Pick<Services, 'config'>,
  orderId: string,
  attempt: { id: string; returnUrl: string },
): Promise<string> {
  const { id: name, returnUrl } = attempt
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  await deleteExpiredReturns(context)
  await writeReturn(context, { hash: sha256(name), orderId, expiresOn })
  const url = new URL(returnUrl)
  url.searchParams.set('handle', signValue({ name }, services.config.secrets.returnHandle))
  return url.href
}

/**
 * Exchanges a handle for its order's id; works once.
 *
 * @param deviceHash of the device that the buyer returned on; it may open the order from then on
 * @throws Failure ReturnSpent when it was used before, has expired, or is of another tenant or invalid
 */
export async function redeemReturn(
  context: Context,
  services: Pick<Services, 'config'>,
  handle: string,
  deviceHash: string | undefined,
): Promise<{ orderId: string }> {
  const parsed = z.safeParse(Handle, readSignedValue(handle, services.config.secrets.returnHandle))
  if (!parsed.success) throw new Failure('ReturnSpent')
  const hash = sha256(parsed.data.name)
  return inTransaction(context, async (transaction) => {
    const orderId = await consumeReturn(transaction, hash)
    if (orderId === undefined) throw new Failure('ReturnSpent')
    if (deviceHash !== undefined) await addDevice(transaction, orderId, deviceHash)
    return { orderId }
  })
}
