import * as z from 'zod/mini'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { readSignedValue, signValue } from '../../../platform/http/signed-link.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import type { Services } from '../../../platform/services.ts'
import { addDevice, consumeReturn, deleteExpiredReturns, insertReturn } from './store.ts'

const lifetimeInMs = 60 * 60_000

const Handle = z.object({ name: z.string(), expiresOn: z.number() })

/**
 * Returns the address to which the bank sends the buyer: the requested one with a signed handle. The handle opens the order
 * once, within the hour, in any browser that the bank's app opens. The bank never receives the order's id.
 *
 * @param returnUrl an absolute address of the shop
 */
export async function createReturnUrl(
  context: Context,
  services: Pick<Services, 'config'>,
  orderId: string,
  returnUrl: string,
): Promise<string> {
  const name = newId()
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  await deleteExpiredReturns(context)
  await insertReturn(context, { hash: sha256(name), orderId, expiresOn })
  const url = new URL(returnUrl)
  const handle = { name, expiresOn: expiresOn.getTime() }
  url.searchParams.set('handle', signValue(handle, services.config.secrets.returnHandle))
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
  const isValid = parsed.success && parsed.data.expiresOn > context.now.getTime()
  if (!isValid) throw new Failure('ReturnSpent')
  const hash = sha256(parsed.data.name)
  return inTransaction(context, async (transaction) => {
    const orderId = await consumeReturn(transaction, hash)
    if (orderId === undefined) throw new Failure('ReturnSpent')
    if (deviceHash !== undefined) await addDevice(transaction, orderId, deviceHash)
    return { orderId }
  })
}
