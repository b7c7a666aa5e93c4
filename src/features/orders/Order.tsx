import { useEffect, useState } from 'react'
import { isApiError } from '../../lib/api.ts'
import { useSignedIn } from '../../platform/identity/index.ts'
import { useText } from '../../platform/language/index.ts'
import { renamePage, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { useAnnounce } from '../../platform/notices/index.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { CanceledOrder } from './CanceledOrder.tsx'
import { CheckingOrder } from './CheckingOrder.tsx'
import { useLetter } from './letter.ts'
import { NotOpened, OrderSkeleton } from './NotOpened.tsx'
import { readKey } from './order-key.ts'
import { PaidOrder } from './PaidOrder.tsx'
import { type OrderPhase, toPhase } from './phase.ts'
import { RefundedOrder } from './RefundedOrder.tsx'
import { UnpaidOrder } from './UnpaidOrder.tsx'
import { useOrder } from './use-order.ts'
import { usePoll } from './use-poll.ts'

const returnLastsInMs = 90_000

interface Props {
  orderId: string
  /** Marks a buyer who has just returned from the bank's page. The bank's confirmation may still be pending. */
  returned: boolean
}

/** Shows one order, in any state. */
export function Order({ orderId, returned }: Props) {
  const text = useText()
  const loaded = useOrder(orderId)
  const justReturned = useForAWhile(returned)
  const [paysAgain, payAgain] = usePayAgain(returned)
  // a copy may be left on a device that has lost its key
  const isRefused = loaded.state === 'failed' && isApiError(loaded.error, 'OrderNotFound')
  const known = isRefused ? undefined : loaded.value
  const told = known && toPhase(known.order, known.payments, justReturned, loaded.state !== 'ready')
  const phase = told === 'checking' && paysAgain ? 'awaiting' : told
  useWhenBack(loaded.reload)
  useCorrected(orderId, loaded.reload)
  useNewProof(isRefused, loaded.reload)
  // an order may be paid in another tab or later, so unpaid orders poll too
  usePoll(phase === 'checking' || phase === 'awaiting', loaded.reload)
  const otherTitle = text(isRefused ? 'orders.noAccess.title' : 'orders.loading')
  useTitle(known ? text('orders.title', { number: known.order.number }) : otherTitle)
  useAnnounceOutcome(phase, known?.order.preorder === true)
  useOwnAddress(orderId, phase === 'checking' ? undefined : phase, known?.order.preorder === true)

  if (!known) {
    if (loaded.state !== 'failed') return <OrderSkeleton />
    return <NotOpened error={loaded.error} onRetry={loaded.reload} orderId={orderId} />
  }
  switch (phase) {
    case 'paid':
      return <PaidOrder {...known} isOld={loaded.state === 'failed'} />
    case 'checking':
      return <CheckingOrder {...known} returned={returned} onPayAgain={payAgain} />
    case 'refunded':
      return <RefundedOrder {...known} />
    case 'canceled':
      return <CanceledOrder {...known} />
    default:
      return <UnpaidOrder {...known} declined={phase === 'declined'} isAsking={loaded.state === 'loading'} />
  }
}

/**
 * Returns whether the buyer wants to continue paying although the bank has not confirmed. The same payment type continues
 * the same payment at the bank; another type ends the first. `?pay` in the address requests it from outside.
 */
function usePayAgain(returned: boolean): [boolean, () => void] {
  const asked = useQuery().has('pay')
  const [pressed, setPressed] = useState(false)
  return [(asked && !returned) || pressed, () => setPressed(true)]
}

/** Returns true for the time within which a bank usually answers. */
function useForAWhile(start: boolean): boolean {
  const [on, setOn] = useState(start)
  useEffect(() => {
    if (!start) return undefined
    const timer = setTimeout(() => setOn(false), returnLastsInMs)
    return () => clearTimeout(timer)
  }, [start])
  return on
}

/** Announces the outcome to screen readers: the bank's confirmation changes the page without an action of the buyer. */
function useAnnounceOutcome(phase: OrderPhase | undefined, isPreorder: boolean): void {
  const text = useText()
  const [waited, setWaited] = useState(false)
  if (phase === 'checking' && !waited) setWaited(true)
  const titleId = phase === 'paid' && isPreorder ? 'orders.paid.preorder' : `orders.${phase}.title`
  const isOutcome = phase !== undefined && phase !== 'checking' && phase !== 'awaiting'
  useAnnounce(waited && isOutcome ? text(titleId).replace('\n', ' ') : undefined)
}

/** Replaces the address with the order's canonical one once the payment's outcome is known, so that it can be bookmarked. */
function useOwnAddress(orderId: string, phase: string | undefined, isPreorder: boolean): void {
  useEffect(() => {
    const own = `/${isPreorder && phase === 'paid' ? 'preorder' : 'order'}/${orderId}`
    const isAnother = location.pathname.startsWith('/order-') || location.pathname === `/order/${orderId}`
    if (phase && isAnother && location.pathname !== own) renamePage(own)
  }, [orderId, phase, isPreorder])
}

/** Reloads the order when the page gets the key of a letter, and a refused order when the buyer has signed in. */
function useNewProof(isRefused: boolean, reload: () => void): void {
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
function useCorrected(orderId: string, reload: () => void): void {
  const { news } = useLetter(orderId)
  const correctedOn = news?.type === 'corrected' ? news.on : undefined
  useEffect(() => {
    if (correctedOn) reload()
  }, [correctedOn, reload])
}
