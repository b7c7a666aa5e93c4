import { useEffect, useState } from 'react'
import type { PaymentType } from '../../../contract/invoices.ts'
import { isApiError } from '../../lib/api.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useChrome } from '../../platform/navigation/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { addPendingOrder } from '../../platform/storage/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Note } from '../../ui/Note.tsx'
import { WithSidebar } from '../../ui/WithSidebar.tsx'
import { MailLater } from './MailNote.tsx'
import { orderCard } from './order-card.ts'
import { PaymentTypes } from './PaymentTypes.tsx'
import { PayDock, PaySum } from './PaySum.tsx'
import { usePaymentTypes } from './payment-types.ts'
import { lastPayment } from './phase.ts'
import { SellerLines } from './SellerLines.tsx'
import { SupportLink } from './SupportLink.tsx'
import { forgetAttempt, goToBank } from './start-payment.ts'
import type { PaidFor } from './use-order.ts'

interface Props extends PaidFor {
  declined: boolean
  /** Marks a cached copy while the service is being asked: the order may have been paid meanwhile. */
  isAsking: boolean
}

/** Shows an order that awaits payment, or whose payment was declined: pays again, with any payment type. */
export function UnpaidOrder({ order, payments, declined, isAsking }: Props) {
  const text = useText()
  const online = useOnline()
  useChrome({ hideFooter: true, back: '/' })
  const last = lastPayment(payments)
  const loaded = usePaymentTypes(order.totalAmount, order.albumId)
  const types = loaded.value ?? []
  const [chosen, setChosen] = useState(
    () => last?.paymentTypeId ?? orderCard(order.orderId).read().paymentTypeId,
  )
  const type = types.find((each) => each.paymentTypeId === chosen) ?? types[0]
  const { busy, pay } = usePay(order.orderId, order.invoiceId, type)

  const lastId = last?.paymentId
  useEffect(() => {
    if (declined && lastId) forgetAttempt(order.invoiceId)
    if (!declined) addPendingOrder(order.orderId)
  }, [declined, lastId, order.invoiceId, order.orderId])

  const reasonNot = () => {
    if (!online) return text('orders.pay.offline')
    if (isAsking) return text('orders.pay.asking')
    return type ? undefined : text('orders.pay.loading')
  }
  const paying = {
    head: <Text id="orders.title" values={{ number: order.number }} />,
    short: text('orders.title', { number: order.number }),
    total: order.totalAmount,
    type,
    busy,
    reason: reasonNot(),
    onPay: () => void pay(),
  }
  return (
    <>
      <WithSidebar
        title={<Text id={declined ? 'orders.declined.title' : 'orders.awaiting.title'} />}
        beside={
          <BibNumber
            className="w-26 flex-none max-lg:[&_b]:text-[2rem] outline-2 -outline-offset-2 outline-on-paper lg:w-40"
            caption={text('orders.bib')}
            number={order.number}
          />
        }
        sidebar={<PaySum {...paying} />}
        wideOnly
      >
        {declined ? (
          <Note tone="danger" role="alert" className="mt-2">
            <Text id="orders.declined.text" /> <SupportLink order={order} />
          </Note>
        ) : (
          <p className="text-ink-2">
            <Text id="orders.awaiting.text" />
          </p>
        )}
        <div className="mt-6">
          <PaymentTypes
            types={types}
            total={order.totalAmount}
            value={type?.paymentTypeId}
            onChange={setChosen}
          />
        </div>
        {loaded.state === 'failed' && (
          <Note tone="danger" className="mt-2" role="alert">
            <Text id="orders.pay.noTypes" />
          </Note>
        )}
        <MailLater order={order} />
        <SellerLines />
      </WithSidebar>
      <PayDock {...paying} />
    </>
  )
}

/** Opens the bank's page once; further presses have no effect. */
function usePay(orderId: string, invoiceId: string, type: PaymentType | undefined) {
  const [busy, setBusy] = useState(false)
  useHoldUpdates(busy)
  const pay = async () => {
    if (!type || busy) return
    setBusy(true)
    try {
      await goToBank({ orderId, invoiceId, type })
    } catch (error) {
      setBusy(false)
      // the order's current state explains more than an error would
      if (isApiError(error, 'InvoicePaid', 'InvoiceCanceled')) location.reload()
      else reportError(error)
    }
  }
  return { busy, pay }
}
