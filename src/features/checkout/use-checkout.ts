import { useEffect, useState } from 'react'
import type { Cart } from '../../../contract/cart.ts'
import type { Money } from '../../../contract/common.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { isApiError } from '../../lib/api.ts'
import { expectPurchase } from '../../platform/analytics/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { stopLeaving, useNavigate } from '../../platform/navigation/index.ts'
import { refreshCart } from '../cart/index.ts'
import { redirectToBank, updateOrderCard, useLateBankUrl } from '../orders/index.ts'
import type { PlacedOrder } from './place-order.ts'
import { type Form, useForm } from './use-form.ts'
import { type Placing, usePlacing } from './use-placing.ts'

interface CheckoutInput {
  cart: Cart | null
  type: PaymentType | undefined
  /** Receives true when an order is being placed, and false when that has ended. */
  onPlacing: (isPlacing: boolean) => void
}

interface Checkout extends Form {
  placing: Placing
  /** The total that the buyer saw before prices changed; the new total needs confirmation. */
  formerTotal: Money | undefined
  /** Why the cart cannot be ordered in its current state. */
  refusal: unknown
  /** The refusal is about an ended promo code. */
  isCodeRefused: boolean
  /** Address of the bank's page when the redirect to it has not succeeded for some time. */
  lateBankUrl: string | undefined
  submit: () => void
  /** Orders a package that was ordered before with the same e-mail; set after that refusal. */
  orderAgain: (() => void) | undefined
}

/** Describes a redirect to the bank's page. */
interface Redirect {
  orderId: string
  paymentTypeId: string
  bankUrl: string
}

const codeRefusals: readonly ErrorCode[] = ['PromoExhausted', 'PromoExpired', 'PromoInactive']

/** Refusals that must be resolved in the cart. */
const refusals: readonly ErrorCode[] = [
  ...codeRefusals,
  'ProductNotFound',
  'AlreadyBought',
  'AlreadyOrdered',
  'GiftAlreadyBought',
  'ShareNotFound',
]

/** Replaces tabs and line breaks of pasted text by spaces. */
const toOneLine = (value: string) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** After a longer wait there is no automatic redirect to the bank: the buyer sees the order and taps again. */
const maxRedirectWaitInMs = 30_000

/**
 * Handles the checkout from the completed form to the bank's page. Repeated submits place one order. A buyer who chooses
 * another payment type after a redirect that did not succeed is taken to the order, which can be paid in any way.
 */
export function useCheckout({ cart, type, onPlacing }: CheckoutInput): Checkout {
  const navigate = useNavigate()
  const paymentTypeId = type?.paymentTypeId
  const form = useForm()
  const [formerTotal, setFormerTotal] = useState<Money>()
  const [refusal, setRefusal] = useState<unknown>()
  const [redirect, setRedirect] = useState<Redirect>()
  const lateBankUrl = useLateBankUrl(redirect?.bankUrl)
  const otherTypePath =
    redirect && paymentTypeId !== undefined && paymentTypeId !== redirect.paymentTypeId
      ? `/order/${redirect.orderId}?${new URLSearchParams({ pay: 'other', paymentTypeId })}`
      : undefined
  useEffect(() => {
    // the link leads to a payment of the former type and its sum. The redirect has already put the order's path in the URL
    if (lateBankUrl === undefined || otherTypePath === undefined) return
    stopLeaving()
    navigate(otherTypePath, { replace: true })
  }, [lateBankUrl, otherTypePath, navigate])

  /** Redirects to the bank's page, or to the order's page when that did not open. */
  const openPayment = async ({ orderId, invoiceId }: PlacedOrder, waitedInMs: number) => {
    const mayRedirect = waitedInMs < maxRedirectWaitInMs && cart?.totalAmount.amount !== 0
    if (!mayRedirect || !type) {
      navigate(`/order/${orderId}`)
      return
    }
    try {
      const bankUrl = await redirectToBank({ orderId, invoiceId, type })
      setRedirect({ orderId, paymentTypeId: type.paymentTypeId, bankUrl })
    } catch (error) {
      reportError(error)
      navigate(`/order/${orderId}`)
    }
  }

  const onDone = (order: PlacedOrder, waitedInMs: number) => {
    expectPurchase(order.orderId)
    const total = cart && (type?.amountToPay ?? cart.totalAmount)
    updateOrderCard(order.orderId, { ...order.card, ...(total && { total, paymentTypeId }) })
    form.clear()
    return openPayment(order, waitedInMs)
  }

  const onFailed = async (error: unknown) => {
    if (isApiError(error, 'EmailInvalid', 'EmailNotAscii', 'CustomerMissing')) {
      form.showEmailError(error.code)
      return
    }
    if (isApiError(error, 'PriceChanged')) setFormerTotal(cart?.totalAmount)
    else if (isApiError(error, ...refusals)) setRefusal(error)
    else reportError(error)
    if (!isApiError(error, 'NoResponse')) await refreshCart()
  }

  const { placing, place } = usePlacing({ onPlacing, onDone, onFailed })
  const placeCart = (confirmation: { orderAgain?: true }) => {
    if (!cart || placing !== 'idle' || !form.validate()) return
    setFormerTotal(undefined)
    setRefusal(undefined)
    const { cartId, items, totalAmount } = cart
    const giftMessage = items.some(({ gift }) => gift) ? toOneLine(form.giftMessage.value) : ''
    place({
      ...{ cartId, email: form.email.value.trim(), expectedTotal: totalAmount, paymentTypeId },
      ...(giftMessage !== '' && { giftMessage }),
      ...confirmation,
    })
  }
  const isCodeRefused = isApiError(refusal, ...codeRefusals)
  return {
    ...form,
    ...{ placing, formerTotal, refusal, isCodeRefused, lateBankUrl },
    submit: () => placeCart({}),
    orderAgain: isApiError(refusal, 'AlreadyOrdered') ? () => placeCart({ orderAgain: true }) : undefined,
  }
}
