import { useEffect, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useBlockUpdates } from '../../platform/updates/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Ruler } from '../../ui/feedback/Ruler.tsx'
import { NotificationOffer } from '../push/index.ts'
import { MailLaterNote } from './letter/MailNote.tsx'
import { SupportLink } from './SupportLink.tsx'
import type { OrderWithPayments } from './use-order.ts'

const longWaitInMs = 30_000
/** Delays the offer to pay again: within this time the bank usually confirms. */
const usualConfirmationInMs = 8_000

interface Props extends OrderWithPayments {
  /** Whether the buyer has just returned from the bank; most have paid there. */
  hasJustReturned: boolean
  onPayAgain: () => void
}

/** Replaces the order while the bank has not confirmed the outcome. Buyers who did not finish at the bank can continue. */
export function CheckingOrder({ order, hasJustReturned, onPayAgain }: Props) {
  const text = useText()
  const online = useOnline()
  const isLongWait = useHasPassed(longWaitInMs)
  const mayPayAgain = useHasPassed(usualConfirmationInMs) || !hasJustReturned
  useBlockUpdates()
  return (
    <div className="wrap narrow pt-6 pb-12 lg:pt-11">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="display-d1 w-min grow">
          <Text id="orders.checking.title" />
        </h1>
        <BibNumber
          className="w-26 flex-none max-lg:[&_b]:text-[2rem] outline-2 -outline-offset-2 outline-on-paper lg:w-40"
          caption={text('orders.bib')}
          number={order.number}
        />
      </div>
      <div role="status" className="mt-8">
        <Ruler label={text('orders.checking.title')} size="lg" />
        <p className="mt-4">
          <Text id={online ? 'orders.checking.text' : 'orders.checking.offline'} />
        </p>
      </div>
      <NotificationOffer topic={{ orderId: order.orderId }} className="mt-6" />
      <MailLaterNote order={order} />
      {mayPayAgain && (
        <section className="pf-fade mt-6 border-t border-line pt-5">
          <p className="max-w-[34rem] text-ink-2">
            <Text id="orders.checking.unfinished" />
          </p>
          <Button kind="outline" className="mt-3.5" onClick={onPayAgain}>
            <Text id="orders.checking.again" />
          </Button>
        </section>
      )}
      {isLongWait && (
        <Note className="mt-6" role="status" title={<Text id="orders.checking.longTitle" />}>
          <Text id="orders.checking.long" /> <SupportLink order={order} />
        </Note>
      )}
    </div>
  )
}

/** Returns whether the given time has passed since mount. */
function useHasPassed(inMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), inMs)
    return () => clearTimeout(timer)
  }, [inMs])
  return hasPassed
}
