import { removePromotionalCode } from '../../../../contract/cart.ts'
import { errorStatus } from '../../../../contract/errors.ts'
import { ApiError, request } from '../../../lib/api.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { reportError, StepFailed } from '../../../platform/errors/index.ts'
import { device } from '../../../platform/storage/index.ts'
import { refreshCart } from '../refresh-cart.ts'

const timeoutInMs = 15_000

/**
 * Applies a promo code, after everything that was queued for the cart before it. A code is never queued for later: without
 * an answer in time it is dropped, and the typed text stays.
 *
 * @throws ApiError PromoConflict, PromoExpired, PromoInactive, PromoExhausted, PromoNotFound, PromoNotApplicable, NoResponse
 */
export async function applyCode(code: string): Promise<void> {
  const cartId = device.cartId.read()
  if (!cartId) return
  const entry = await outbox.put('cart.promo', `cart:${cartId}`, { cartId, code })
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), timeoutInMs)
  const outcome = await outbox.waitForOutcome(entry.id, abortController.signal).catch(() => undefined)
  clearTimeout(timer)
  if (outcome?.type !== 'done') await outbox.drop(entry.id)
  await refreshCart()
  if (outcome?.type === 'parked') throw new ApiError(outcome.code, errorStatus[outcome.code])
  if (outcome?.type !== 'done') throw new ApiError('NoResponse', errorStatus.NoResponse)
}

/** Removes a promo code. Errors are shown to the user. */
export async function removeCode(codeId: string): Promise<void> {
  const shoppingCartId = device.cartId.read()
  if (!shoppingCartId) return
  try {
    await request(removePromotionalCode, { params: { shoppingCartId, codeId } })
    await refreshCart()
  } catch (error) {
    reportError(new StepFailed('cart.failed.code', error))
  }
}
