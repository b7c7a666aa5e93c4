import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Identity } from '../identity/index.ts'
import { bindCart, findCart } from './store.ts'

/**
 * Lets a caller at a cart. One that is nobody's belongs from now on to whoever comes signed in; one that is somebody's
 * is hers alone, whoever knows its id.
 *
 * @throws Failure `CartOwned` when nobody is signed in, `CartNotFound` when somebody else is
 */
export async function admit(context: Context, cartId: string, caller: Identity | undefined): Promise<void> {
  if (!context.tenant.settings.openId) return
  const cart = await findCart(context, cartId)
  if (!cart || cart.owner === caller?.subject) return
  if (cart.owner === null) {
    if (caller && cart.state === 'Updated') await bindCart(context, cartId, caller.subject)
    return
  }
  throw new Failure(caller ? 'CartNotFound' : 'CartOwned')
}
