import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Money } from '../../../contract/common.ts'
import { isApiError } from '../../lib/api.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { useMoneyFormat } from '../../platform/money/index.ts'
import { useAppBar, useNavigate, useTitle } from '../../platform/navigation/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import {
  ApproximateMark,
  type CartView,
  cartOrders,
  EndedCodes,
  findEndedCodes,
  formerTotalAtom,
  useCart,
  useEstimate,
} from '../cart/index.ts'
import { BankLink, PayDock, PaymentTypes, PaySum, SellerLines, usePaymentTypes } from '../orders/index.ts'
import { Agreement } from './Agreement.tsx'
import { CustomerEmail } from './CustomerEmail.tsx'
import { draft, saveToDraft } from './draft.ts'
import { GiftMessage } from './GiftMessage.tsx'
import { intent } from './intent.ts'
import { PurchaseSummary } from './PurchaseSummary.tsx'
import { useCheckout } from './use-checkout.ts'
import { useFocusPayWhenOnline } from './use-focus-pay-when-online.ts'

/** Renders `/order`. */
export function CheckoutPage() {
  const text = useText()
  useTitle(text('checkout.title'))
  useAppBar({ hideFooter: true })
  const view = useCart()
  // placing the order closes the cart, but the page stays until the bank's page opens
  const [lastView, setLastView] = useState<CartView>()
  const isFilled = view.items.length > 0
  if (isFilled && (view.items !== lastView?.items || view.cart !== lastView.cart)) setLastView(view)
  const [isPlacing, setPlacing] = useState(() => intent.read() !== null)
  useRedirectToOrder(lastView?.cart?.cartId, isPlacing)
  const shownView = isFilled ? view : isPlacing ? lastView : undefined
  if (shownView) return <Form view={shownView} onPlacing={setPlacing} />
  if (isPlacing) return <PendingCheckout onPlacing={setPlacing} />
  if (view.loadState.state === 'ready' || view.loadState.state === 'failed') return <EmptyCart />
  return <CheckoutSkeleton />
}

/** Navigates to the order when another tab has ordered the cart. */
function useRedirectToOrder(cartId: string | undefined, isPlacedHere: boolean): void {
  const navigate = useNavigate()
  const orders = useAtomValue(cartOrders.atom)
  const orderId = orders.find((each) => each.cartId === cartId)?.orderId
  useEffect(() => {
    if (orderId && !isPlacedHere) navigate(`/order/${orderId}`, { replace: true })
  }, [orderId, isPlacedHere, navigate])
}

function CartLink() {
  return (
    <Button kind="outline" size="sm" href="/cart">
      <Text id="checkout.toCart" />
    </Button>
  )
}

function Form({ view, onPlacing }: { view: CartView; onPlacing: (isUnderWay: boolean) => void }) {
  const text = useText()
  const formatMoney = useMoneyFormat('exact')
  const errorText = useErrorText()
  const online = useOnline()
  const { cart, items, hasUnsentChanges, hasRefusedItems, hasOffSaleItems } = view
  const estimate = useEstimate(cart, items)
  const total: Money = estimate?.total ?? cart?.totalAmount ?? { amount: 0, currencyId: 643 }
  const loaded = usePaymentTypes(total, cart?.albumId)
  const types = loaded.value ?? []
  const [chosenTypeId, setChosenTypeId] = useState(() => draft.read().paymentTypeId)
  const type = types.find((each) => each.paymentTypeId === chosenTypeId) ?? types[0]
  const checkout = useCheckout({ cart, type, onPlacing })
  const formerCartTotal = useAtomValue(formerTotalAtom)
  // after a refusal the former total is always shown, else only while it differs from the current one
  const formerTotal =
    checkout.formerTotal ?? (formerCartTotal?.amount === total.amount ? null : formerCartTotal)
  const isFree = total.amount === 0
  const isBusy = checkout.placing !== 'idle'
  const codes = cart?.promotionalCodes ?? []
  const hasEndedCodes = findEndedCodes(codes).length > 0
  // `EndedCodes` explains the refused code. The error message is needed only when the cart marks no code as ended
  const isRefusalShown = checkout.isCodeRefused && (hasEndedCodes || codes.length === 0)
  const findBlockReason = () => {
    if (isBusy) return undefined
    if (!online) return text('checkout.offline')
    if (hasRefusedItems) return text('checkout.refused')
    if (hasOffSaleItems) return text('cart.offSale.order')
    if (hasEndedCodes) return text('cart.promo.ended.order')
    if (hasUnsentChanges || estimate || !cart) return text('checkout.waits')
    if (isFree || type) return undefined
    return text(loaded.state === 'failed' ? 'orders.pay.noTypes' : 'orders.pay.loading')
  }
  const blockReason = findBlockReason()
  const { isBackOnline, form } = useFocusPayWhenOnline(
    checkout.isComplete && blockReason === undefined && !isBusy,
  )
  const payProps = {
    head: <Text id="checkout.order" values={{ count: items.length }} />,
    short: text('checkout.items', { count: items.length }),
    total,
    type: isFree ? undefined : type,
    unconfirmedMark: estimate && <ApproximateMark />,
    aboveButton: checkout.lateBankUrl ? (
      <BankLink href={checkout.lateBankUrl} />
    ) : (
      <Agreement {...checkout.agreement} />
    ),
    busy: isBusy,
    reason: blockReason,
    onPay: checkout.submit,
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (payProps.reason === undefined) checkout.submit()
      }}
    >
      <WithSidebar title={<Text id="checkout.title" />} sidebar={<PaySum {...payProps} />} wideOnly>
        {checkout.placing === 'checking' && <OrderPendingNote />}
        {isBackOnline && (
          <Note tone="ok" role="status" className="mb-4">
            <Text id="checkout.back" />
          </Note>
        )}
        {formerTotal && !estimate && (
          <Note tone="warn" icon="tag" role="alert" className="mb-4">
            <Text
              id="checkout.priceChanged"
              values={{ before: formatMoney(formerTotal), now: formatMoney(total) }}
            />
          </Note>
        )}
        {hasOffSaleItems && (
          <Note tone="warn" icon="warning" role="alert" className="mb-4" action={<CartLink />}>
            <Text id="cart.offSale.order" />
          </Note>
        )}
        <EndedCodes codes={codes} offline={!online} className="mb-4" />
        {checkout.refusal !== undefined && !isRefusalShown && (
          <Note
            tone="danger"
            role="alert"
            className="mb-4"
            action={
              checkout.orderAgain ? (
                <Button kind="outline" size="sm" onClick={checkout.orderAgain}>
                  <Text id="checkout.orderAgain" />
                </Button>
              ) : (
                <>
                  {isApiError(checkout.refusal, 'AlreadyBought') && (
                    <Button kind="outline" size="sm" href="/orders">
                      <Text id="checkout.toOrders" />
                    </Button>
                  )}
                  <CartLink />
                </>
              )
            }
          >
            {errorText(checkout.refusal)}
          </Note>
        )}
        <PurchaseSummary items={items} />
        {items.some(({ gift }) => gift) && <GiftMessage {...checkout.giftMessage} />}
        <CustomerEmail {...checkout.email} isGift={items.every(({ gift }) => gift)} />
        {!isFree && (
          <div className="mt-6">
            <PaymentTypes
              types={types}
              total={total}
              value={type?.paymentTypeId}
              onChange={(paymentTypeId) => {
                setChosenTypeId(paymentTypeId)
                saveToDraft({ paymentTypeId })
              }}
            />
            {online && loaded.state === 'loading' && types.length === 0 && <PaymentTypesSkeleton />}
            {!online && types.length === 0 && (
              <p className="text-sm text-ink-2">
                <Text id="checkout.typesLater" />
              </p>
            )}
            {online && loaded.state === 'failed' && types.length === 0 && (
              <Button kind="outline" icon="reload" className="mt-2" onClick={loaded.reload}>
                <Text id="orders.retry" />
              </Button>
            )}
          </div>
        )}
        <SellerLines />
      </WithSidebar>
      <PayDock {...payProps} />
    </form>
  )
}

/** Replaces the form when the cart is gone, while the service is asked whether it became an order. */
function PendingCheckout({ onPlacing }: { onPlacing: (isUnderWay: boolean) => void }) {
  const { placing } = useCheckout({ cart: null, type: undefined, onPlacing })
  return (
    <div className="wrap narrow pt-6 pb-12 lg:pt-11">
      <h1 className="display-d1 mb-6">
        <Text id="checkout.title" />
      </h1>
      {placing !== 'idle' && <OrderPendingNote />}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyScreen
      title={<Text id="checkout.nothing.title" />}
      actions={
        <Button kind="primary" href="/">
          <Text id="checkout.nothing.find" />
        </Button>
      }
    >
      <Text id="error.CartEmpty" />
    </EmptyScreen>
  )
}

function PaymentTypesSkeleton() {
  return (
    <div className="grid gap-2" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={76} className="w-full rounded-control" />
      ))}
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="wrap" aria-busy="true">
      <h1 className="display-d1 pt-6 pb-1.5 lg:pt-11 lg:pb-4.5">
        <Text id="checkout.title" />
      </h1>
      <Skeleton height={56} className="mt-6 mb-8 w-full rounded-control" />
      <PaymentTypesSkeleton />
    </div>
  )
}

/** Explains that the answer to an order is missing: the outcome is unknown until the service has been asked again. */
function OrderPendingNote() {
  return (
    <Note
      tone="warn"
      icon="clock"
      role="status"
      className="mb-4"
      title={<Text id="checkout.asking.title" />}
      action={
        <Button kind="outline" size="sm" onClick={() => void outbox.flush({ now: true })}>
          <Text id="checkout.asking.now" />
        </Button>
      }
    >
      <Text id="checkout.asking.text" />
    </Note>
  )
}
