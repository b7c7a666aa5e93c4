import * as z from 'zod/mini'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { readSigned, signValue } from '../../platform/http/signed-link.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { forgetReturns, insertReturn, takeReturn } from './store.ts'

const lifetimeInMs = 60 * 60_000

const Handle = z.object({ name: z.string(), expiresOn: z.number() })

/**
 * The address a bank is told to send the buyer to: the wished one with a signed handle that opens the order once, within
 * the hour, in whatever browser the bank's app opens. The order's own id never gets into the bank's hands.
 *
 * @param returnUrl an absolute address of the shop
 */
export async function addressOfReturn(
  context: Context,
  ground: Pick<Ground, 'config'>,
  orderId: string,
  returnUrl: string,
): Promise<string> {
  const name = newId()
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  await forgetReturns(context)
  await insertReturn(context, { hash: sha256(name), orderId, expiresOn })
  const address = new URL(returnUrl)
  const handle = { name, expiresOn: expiresOn.getTime() }
  address.searchParams.set('handle', signValue(handle, ground.config.secrets.returnHandle))
  return address.href
}

/**
 * Trades a handle for its order's id and uses it up.
 *
 * @throws Failure ReturnSpent when it was used before, is too old, another tenant's, or none of ours
 */
export async function openReturn(
  context: Context,
  ground: Pick<Ground, 'config'>,
  handle: string,
): Promise<{ orderId: string }> {
  const known = z.safeParse(Handle, readSigned(handle, ground.config.secrets.returnHandle))
  const isYoung = known.success && known.data.expiresOn > context.now.getTime()
  const orderId = isYoung ? await takeReturn(context, sha256(known.data.name)) : undefined
  if (orderId === undefined) throw new Failure('ReturnSpent')
  return { orderId }
}
