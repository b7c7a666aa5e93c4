import { useEffect, useState } from 'react'
import { isApiError } from '../../lib/api.ts'
import { useSignedIn } from '../../platform/identity/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { replaceByCanonicalUrl, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { useAnnounce } from '../../platform/notices/index.ts'
import { useOnReconnect } from '../../platform/offline/index.ts'
import { CheckingOrder } from './CheckingOrder.tsx'
import { ClosedOrder } from './ClosedOrder.tsx'
import { useOrderEmail } from './letter/order-email.ts'
import { OrderNotLoaded, OrderSkeleton } from './OrderNotLoaded.tsx'
import { readKey } from './order-key.ts'
import { PaidOrder } from './PaidOrder.tsx'
import { getOrderPhase, type OrderPhase } from './phase.ts'
import { RefundedOrder } from './RefundedOrder.tsx'
import { SupportLink } from './SupportLink.tsx'
import { UnpaidOrder } from './UnpaidOrder.tsx'
import { type OrderWithPayments, useOrder } from './use-order.ts'
import { usePoll } from './use-poll.ts'

const returnWindowInMs = 90_000

interface Props {
  orderId: string
  /** Marks a buyer who has just returned from the bank's page. The bank's confirmation may still be pending. */
  hasJustReturned: boolean
}

/** Shows one order, in any state. */
export function Order({ orderId, hasJustReturned }: Props) {
  const text = useText()
  const loaded = useOrder(orderId)
  const isInReturnWindow = useReturnWindow(hasJustReturned)
  const [isPayingAgain, payAgain] = usePayAgain(hasJustReturned)
  // a copy may be left on a device that has lost its key
  const isRefused = loaded.state === 'failed' && isApiError(loaded.error, 'OrderNotFound')
  const shownOrder = isRefused ? undefined : loaded.value
  const servicePhase =
    shownOrder &&
    getOrderPhase(shownOrder.order, shownOrder.payments, isInReturnWindow, loaded.state !== 'ready')
  const phase = servicePhase === 'checking' && isPayingAgain ? 'awaiting' : servicePhase
  useOnReconnect(loaded.reload)
  useReloadAfterCorrection(orderId, loaded.reload)
  useReloadWithNewAccess(isRefused, loaded.reload)
  // an order may be paid in another tab or later, so unpaid orders poll too
  usePoll(phase === 'checking' || phase === 'awaiting', loaded.refresh, loaded.reload)
  const otherTitle = text(isRefused ? 'orders.noAccess.title' : 'orders.loading')
  useTitle(shownOrder ? text('orders.title', { number: shownOrder.order.number }) : otherTitle)
  useAnnounceOutcome(phase, shownOrder?.order.preorder === true)
  useCanonicalAddress(orderId, phase === 'checking' ? undefined : phase, shownOrder?.order.preorder === true)

  if (!shownOrder) {
    if (loaded.state !== 'failed') return <OrderSkeleton />
    return <OrderNotLoaded error={loaded.error} onRetry={loaded.reload} orderId={orderId} />
  }
  switch (phase) {
    case 'paid':
      return <PaidOrder {...shownOrder} isCached={loaded.state === 'failed'} />
    case 'checking':
      return <CheckingOrder {...shownOrder} hasJustReturned={hasJustReturned} onPayAgain={payAgain} />
    case 'refunded':
      return <RefundedOrder {...shownOrder} />
    case 'canceled':
      return <CanceledOrder {...shownOrder} />
    default:
      return (
        <UnpaidOrder
          {...shownOrder}
          isDeclined={phase === 'declined'}
          isRefreshing={loaded.state === 'loading'}
        />
      )
  }
}

/**
 * Returns whether the buyer wants to continue paying although the bank has not confirmed. The same payment type continues
 * the same payment at the bank; another type ends the first. `?pay` in the address requests it from outside.
 */
function usePayAgain(returned: boolean): [boolean, () => void] {
  const isRequested = useQuery().has('pay')
  const [isPressed, setPressed] = useState(false)
  return [(isRequested && !returned) || isPressed, () => setPressed(true)]
}

/** Returns true for the time within which a bank usually answers. */
function useReturnWindow(start: boolean): boolean {
  const [isWithin, setWithin] = useState(start)
  useEffect(() => {
    if (!start) return undefined
    const timer = setTimeout(() => setWithin(false), returnWindowInMs)
    return () => clearTimeout(timer)
  }, [start])
  return isWithin
}

/** Announces the outcome to screen readers: the bank's confirmation changes the page without an action of the buyer. */
function useAnnounceOutcome(phase: OrderPhase | undefined, isPreorder: boolean): void {
  const text = useText()
  const [hasWaited, setHasWaited] = useState(false)
  if (phase === 'checking' && !hasWaited) setHasWaited(true)
  const titleId = phase === 'paid' && isPreorder ? 'orders.paid.preorder' : `orders.${phase}.title`
  const isOutcome = phase !== undefined && phase !== 'checking' && phase !== 'awaiting'
  useAnnounce(hasWaited && isOutcome ? text(titleId).replace('\n', ' ') : undefined)
}

/** Replaces the address with the order's canonical one once the payment's outcome is known, so that it can be bookmarked. */
function useCanonicalAddress(orderId: string, phase: string | undefined, isPreorder: boolean): void {
  useEffect(() => {
    const canonicalPath = `/${isPreorder && phase === 'paid' ? 'preorder' : 'order'}/${orderId}`
    const { pathname, search } = location
    const isBankReturn = pathname.startsWith('/order-')
    const isOtherPath = (isBankReturn || pathname === `/order/${orderId}`) && pathname !== canonicalPath
    // the query of an order may open one of its photos
    if (phase && isOtherPath) replaceByCanonicalUrl(isBankReturn ? canonicalPath : canonicalPath + search)
  }, [orderId, phase, isPreorder])
}

/** Reloads the order when the page gets the key of a letter, and a refused order when the buyer has signed in. */
function useReloadWithNewAccess(isRefused: boolean, reload: () => void): void {
  const subject = useSignedIn()?.subject
  useEffect(() => {
    if (isRefused && subject !== undefined) reload()
  }, [isRefused, subject, reload])
  useEffect(() => {
    // a letter's link that is opened in a tab with the order changes only the fragment
    const onChange = () => {
      if (readKey(location.hash) !== undefined) reload()
    }
    window.addEventListener('hashchange', onChange)
    return () => window.removeEventListener('hashchange', onChange)
  }, [reload])
}

/** Reloads the order after its address was corrected. */
function useReloadAfterCorrection(orderId: string, reload: () => void): void {
  const { lastUpdate } = useOrderEmail(orderId)
  const correctedOn = lastUpdate?.type === 'corrected' ? lastUpdate.on : undefined
  useEffect(() => {
    if (correctedOn) reload()
  }, [correctedOn, reload])
}

/** Shows an order that was not paid in time. If the payment arrives later, the order opens without an action of the buyer. */
function CanceledOrder({ order }: OrderWithPayments) {
  return (
    <ClosedOrder order={order} titleId="orders.canceled.title">
      <p className="mt-6">
        <Text id="orders.canceled.text" />
      </p>
      <p className="mt-3 text-ink-2">
        <Text id="orders.canceled.charged" /> <SupportLink order={order} />
      </p>
    </ClosedOrder>
  )
}
