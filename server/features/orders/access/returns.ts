import * as z from 'zod/mini'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { readSigned, signValue } from '../../../platform/http/signed-link.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import type { Services } from '../../../platform/services.ts'
import { addDevice, forgetReturns, insertReturn, takeReturn } from './store.ts'

const lifetimeInMs = 60 * 60_000

const Handle = z.object({ name: z.string(), expiresOn: z.number() })

/**
 * Returns the address to which the bank sends the buyer: the requested one with a signed handle. The handle opens the order
 * once, within the hour, in any browser that the bank's app opens. The bank never receives the order's id.
 *
 * @param returnUrl an absolute address of the shop
 */
export async function addressOfReturn(
  context: Context,
  services: Pick<Services, 'config'>,
  orderId: string,
  returnUrl: string,
): Promise<string> {
  const name = newId()
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  await forgetReturns(context)
  await insertReturn(context, { hash: sha256(name), orderId, expiresOn })
  const address = new URL(returnUrl)
  const handle = { name, expiresOn: expiresOn.getTime() }
  address.searchParams.set('handle', signValue(handle, services.config.secrets.returnHandle))
  return address.href
}

/**
 * Exchanges a handle for its order's id; works once.
 *
 * @param deviceHash of the device that the buyer returned on; it may open the order from then on
 * @throws Failure ReturnSpent when it was used before, has expired, or is of another tenant or invalid
 */
export async function openReturn(
  context: Context,
  services: Pick<Services, 'config'>,
  handle: string,
  deviceHash: string | undefined,
): Promise<{ orderId: string }> {
  const known = z.safeParse(Handle, readSigned(handle, services.config.secrets.returnHandle))
  const isYoung = known.success && known.data.expiresOn > context.now.getTime()
  if (!isYoung) throw new Failure('ReturnSpent')
  const hash = sha256(known.data.name)
  return inTransaction(context, async (inside) => {
    const orderId = await takeReturn(inside, hash)
    if (orderId === undefined) throw new Failure('ReturnSpent')
    if (deviceHash !== undefined) await addDevice(inside, orderId, deviceHash)
    return { orderId }
  })
}
