import type { ReactNode } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { useOrdersPath } from './list/orders-path.ts'

interface Props {
  order: Pick<Order, 'number' | 'eventId'>
  titleId: string
  children: ReactNode
}

/** Shows an order whose files are not available: its state, and the link back to the photos. */
export function ClosedOrder({ order, titleId, children }: Props) {
  const text = useText()
  return (
    <div className="wrap narrow pt-6 pb-12 lg:pt-11">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="display-d1 w-min grow">
          <Text id={titleId} />
        </h1>
        <BibNumber
          className="w-26 flex-none max-lg:[&_b]:text-[2rem] outline-2 -outline-offset-2 outline-on-paper lg:w-40"
          caption={text('orders.bib')}
          number={order.number}
        />
      </div>
      {children}
      <div className="mt-6 flex flex-wrap gap-2 max-sm:[&>.pf-btn]:grow">
        <Button href={`/event/${order.eventId}`}>
          <Text id="orders.toEvent" />
        </Button>
        <Button kind="outline" href={useOrdersPath()}>
          <Text id="orders.list.title" />
        </Button>
      </div>
    </div>
  )
}
