import { useEffect, useState } from 'react'
import { useText } from '../../platform/language/index.ts'
import { renamePage, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { useSay } from '../../platform/notices/index.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { CanceledOrder } from './CanceledOrder.tsx'
import { CheckingOrder } from './CheckingOrder.tsx'
import { useLetter } from './letter.ts'
import { NotOpened, OrderSkeleton } from './NotOpened.tsx'
import { PaidOrder } from './PaidOrder.tsx'
import { type OrderPhase, phaseOf } from './phase.ts'
import { RefundedOrder } from './RefundedOrder.tsx'
import { UnpaidOrder } from './UnpaidOrder.tsx'
import { useOrder } from './use-order.ts'
import { usePoll } from './use-poll.ts'

const returnLastsInMs = 90_000

interface Props {
  orderId: string
  /** The buyer came from the bank's page a moment ago, and its word may still be on the way. */
  returned: boolean
}

/** One order in whatever state it is. */
export function Order({ orderId, returned }: Props) {
  const text = useText()
  const loaded = useOrder(orderId)
  const justReturned = useForAWhile(returned)
  const [paysAgain, payAgain] = usePayAgain(returned)
  const known = loaded.value
  const told = known && phaseOf(known.order, known.payments, justReturned, loaded.state !== 'ready')
  const phase = told === 'checking' && paysAgain ? 'awaiting' : told
  useWhenBack(loaded.reload)
  useCorrected(orderId, loaded.reload)
  // an order may be paid in another tab or later, so the waiting ones look too
  usePoll(phase === 'checking' || phase === 'awaiting', loaded.reload)
  useTitle(known ? text('orders.title', { number: known.order.number }) : text('orders.loading'))
  useSayOutcome(phase, known?.order.preorder === true)
  useOwnAddress(orderId, phase === 'checking' ? undefined : phase, known?.order.preorder === true)

  if (!known) {
    if (loaded.state !== 'failed') return <OrderSkeleton />
    return <NotOpened error={loaded.error} onRetry={loaded.reload} />
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
 * Whether the buyer wants to go on paying although the bank's word is still out: by the way that was begun, which is
 * the same payment at the bank, or by another, which ends the first. `?pay` in the address asks for it from outside.
 */
function usePayAgain(returned: boolean): [boolean, () => void] {
  const asked = useQuery().has('pay')
  const [pressed, setPressed] = useState(false)
  return [(asked && !returned) || pressed, () => setPressed(true)]
}

/** True for the time in which a bank usually answers. */
function useForAWhile(start: boolean): boolean {
  const [on, setOn] = useState(start)
  useEffect(() => {
    if (!start) return undefined
    const timer = setTimeout(() => setOn(false), returnLastsInMs)
    return () => clearTimeout(timer)
  }, [start])
  return on
}

/** The bank's word comes by itself: whoever does not see the page change hears what it has become. */
function useSayOutcome(phase: OrderPhase | undefined, isPreorder: boolean): void {
  const text = useText()
  const [waited, setWaited] = useState(false)
  if (phase === 'checking' && !waited) setWaited(true)
  const titleId = phase === 'paid' && isPreorder ? 'orders.paid.preorder' : `orders.${phase}.title`
  const isOutcome = phase !== undefined && phase !== 'checking' && phase !== 'awaiting'
  useSay(waited && isOutcome ? text(titleId).replace('\n', ' ') : undefined)
}

/** Once it is known how the payment went, the address is the order's own: it can be kept and opened again. */
function useOwnAddress(orderId: string, phase: string | undefined, isPreorder: boolean): void {
  useEffect(() => {
    const own = `/${isPreorder && phase === 'paid' ? 'preorder' : 'order'}/${orderId}`
    const isAnother = location.pathname.startsWith('/order-') || location.pathname === `/order/${orderId}`
    if (phase && isAnother && location.pathname !== own) renamePage(own)
  }, [orderId, phase, isPreorder])
}

/** An address that was corrected is the order's own from then on. */
function useCorrected(orderId: string, reload: () => void): void {
  const { news } = useLetter(orderId)
  const correctedOn = news?.is === 'corrected' ? news.on : undefined
  useEffect(() => {
    if (correctedOn) reload()
  }, [correctedOn, reload])
}
