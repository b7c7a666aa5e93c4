import { useEffect, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Ruler } from '../../ui/Ruler.tsx'
import { TellMe } from '../push/index.ts'
import { MailLater } from './MailNote.tsx'
import { SupportLink } from './SupportLink.tsx'
import type { PaidFor } from './use-order.ts'

const longInMs = 30_000

/** The bank has not told the outcome yet, so nothing is claimed. */
export function CheckingOrder({ order, onPayAgain }: PaidFor & { onPayAgain: () => void }) {
  const text = useText()
  const online = useOnline()
  const [long, setLong] = useState(false)
  useHoldUpdates()
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longInMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="wrap max-w-[46rem] pt-6 pb-12 lg:pt-11">
      <div className="flex items-start justify-between gap-3">
        <h1 className="display-d1">
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
      <TellMe topic={{ orderId: order.orderId }} className="mt-6" />
      <MailLater order={order} />
      {long && (
        <Note className="mt-6" role="status" title={<Text id="orders.checking.longTitle" />}>
          <Text id="orders.checking.long" /> <SupportLink order={order} />
          <span className="mt-3 block">
            <Text id="orders.checking.unfinished" />
          </span>
          <Button kind="outline" size="sm" className="mt-3" onClick={onPayAgain}>
            <Text id="orders.checking.again" />
          </Button>
        </Note>
      )}
    </div>
  )
}
