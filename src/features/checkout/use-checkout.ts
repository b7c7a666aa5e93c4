import { useState } from 'react'
import type { Cart } from '../../../contract/cart.ts'
import type { Money } from '../../../contract/common.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { isApiError } from '../../lib/api.ts'
import { expectPurchase } from '../../platform/analytics/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { refreshCart } from '../cart/index.ts'
import { goToBank, noteOnCard } from '../orders/index.ts'
import type { PlacedOrder } from './place-order.ts'
import { type Form, useForm } from './use-form.ts'
import { type Placing, usePlacing } from './use-placing.ts'

interface Wish {
  cart: Cart | null
  type: PaymentType | undefined
  /** An order is on its way now, or is not any more. */
  onPlacing: (isPlacing: boolean) => void
}

interface Checkout extends Form {
  placing: Placing
  /** What the buyer saw before the prices moved; the new total is to be confirmed. */
  formerTotal: Money | undefined
  /** Why the cart cannot become an order as it is. */
  refusal: unknown
  submit: () => void
}

/** What has to be put right in the cart itself. */
const refusals: readonly ErrorCode[] = ['PromoExhausted', 'PromoExpired', 'PromoInactive', 'ProductNotFound']

/** A buyer who has waited longer than this is not carried off to the bank: she taps again when she sees the order. */
const goesOnWithinInMs = 30_000

/** From the filled form to the bank's page; however often it is submitted, it happens once. */
export function useCheckout({ cart, type, onPlacing }: Wish): Checkout {
  const navigate = useNavigate()
  const paymentTypeId = type?.paymentTypeId
  const form = useForm()
  const [formerTotal, setFormerTotal] = useState<Money>()
  const [refusal, setRefusal] = useState<unknown>()

  /** The page is left for the bank's, or for the order's own when that did not open. */
  const pay = async ({ orderId, invoiceId }: PlacedOrder, waitedInMs: number) => {
    const mayGo = waitedInMs < goesOnWithinInMs && cart?.totalAmount.amount !== 0
    if (!mayGo || !type) {
      navigate(`/order/${orderId}`)
      return
    }
    try {
      await goToBank({ orderId, invoiceId, type })
    } catch (error) {
      reportError(error)
      navigate(`/order/${orderId}`)
    }
  }

  const onDone = (order: PlacedOrder, waitedInMs: number) => {
    expectPurchase(order.orderId)
    const total = cart && (type?.amountToPay ?? cart.totalAmount)
    noteOnCard(order.orderId, { ...order.card, ...(total && { total, paymentTypeId }) })
    form.forget()
    return pay(order, waitedInMs)
  }

  const onFailed = async (error: unknown) => {
    if (isApiError(error, 'EmailInvalid', 'CustomerMissing')) {
      form.showFault(error.code)
      return
    }
    if (isApiError(error, 'PriceChanged')) setFormerTotal(cart?.totalAmount)
    else if (isApiError(error, ...refusals)) setRefusal(error)
    else reportError(error)
    if (!isApiError(error, 'NoResponse')) await refreshCart()
  }

  const { placing, place } = usePlacing({ onPlacing, onDone, onFailed })
  const submit = () => {
    if (!cart || placing !== 'idle' || !form.isFilled()) return
    setFormerTotal(undefined)
    setRefusal(undefined)
    const { cartId, totalAmount } = cart
    place({ cartId, email: form.email.value.trim(), expectedTotal: totalAmount, paymentTypeId })
  }
  return { ...form, placing, formerTotal, refusal, submit }
}
