import { useEffect, useState } from 'react'
import type { PaymentType } from '../../../contract/invoices.ts'
import { isApiError } from '../../lib/api.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { stopLeaving, useAppBar, useQuery } from '../../platform/navigation/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { addPendingOrder } from '../../platform/storage/index.ts'
import { useBlockUpdates } from '../../platform/updates/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import { MailLaterNote } from './letter/MailNote.tsx'
import { getOrderCard } from './list/order-card.ts'
import { BankLink, useLateBankUrl } from './payment/BankLink.tsx'
import { PaymentTypes } from './payment/PaymentTypes.tsx'
import { PayDock, PaySum } from './payment/PaySum.tsx'
import { usePaymentTypes } from './payment/payment-types.ts'
import { forgetAttempt, redirectToBank } from './payment/start-payment.ts'
import { findLatestPayment } from './phase.ts'
import { SellerLines } from './receipt/SellerLines.tsx'
import { SupportLink } from './SupportLink.tsx'
import type { OrderWithPayments } from './use-order.ts'

interface Props extends OrderWithPayments {
  isDeclined: boolean
  /** Marks a cached copy while the service is being asked: the order may have been paid meanwhile. */
  isRefreshing: boolean
}

/**
 * Shows an order that awaits payment, or whose payment was declined: pays again, with any payment type. `?paymentTypeId` in
 * the address preselects one.
 */
export function UnpaidOrder({ order, payments, isDeclined, isRefreshing }: Props) {
  const text = useText()
  const online = useOnline()
  useAppBar({ hideFooter: true, back: '/' })
  const latestPayment = findLatestPayment(payments)
  const loaded = usePaymentTypes(order.totalAmount, order.albumId)
  const types = loaded.value ?? []
  const requestedTypeId = useQuery().get('paymentTypeId')
  const [chosenTypeId, setChosenTypeId] = useState(
    () => requestedTypeId ?? latestPayment?.paymentTypeId ?? getOrderCard(order.orderId).read().paymentTypeId,
  )
  const type = types.find((each) => each.paymentTypeId === chosenTypeId) ?? types[0]
  const latestPaymentId = latestPayment?.paymentId
  const declinedPaymentId = isDeclined ? latestPaymentId : undefined
  const { busy, lateBankUrl, pay } = usePayment(order.orderId, order.invoiceId, type, declinedPaymentId)

  useEffect(() => {
    if (isDeclined && latestPaymentId) forgetAttempt(order.invoiceId)
    if (!isDeclined) addPendingOrder(order.orderId)
  }, [isDeclined, latestPaymentId, order.invoiceId, order.orderId])

  const findBlockReason = () => {
    if (!online) return text('orders.pay.offline')
    if (isRefreshing) return text('orders.pay.asking')
    if (type) return undefined
    return text(loaded.state === 'failed' ? 'orders.pay.noTypes' : 'orders.pay.loading')
  }
  const payProps = {
    head: <Text id="orders.title" values={{ number: order.number }} />,
    short: text('orders.title', { number: order.number }),
    total: order.totalAmount,
    type,
    aboveButton: lateBankUrl && <BankLink href={lateBankUrl} />,
    busy,
    reason: findBlockReason(),
    onPay: () => void pay(),
  }
  return (
    <>
      <WithSidebar
        title={<Text id={isDeclined ? 'orders.declined.title' : 'orders.awaiting.title'} />}
        beside={
          <BibNumber
            className="w-26 flex-none max-lg:[&_b]:text-[2rem] outline-2 -outline-offset-2 outline-on-paper lg:w-40"
            caption={text('orders.bib')}
            number={order.number}
          />
        }
        sidebar={<PaySum {...payProps} />}
        wideOnly
      >
        {isDeclined ? (
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
            onChange={setChosenTypeId}
          />
        </div>
        {online && loaded.state === 'failed' && !type && (
          <Note
            tone="danger"
            className="mt-2"
            role="alert"
            action={
              <Button kind="outline" size="sm" icon="reload" onClick={loaded.reload}>
                <Text id="orders.retry" />
              </Button>
            }
          >
            <Text id="orders.pay.noTypes" />
          </Note>
        )}
        <MailLaterNote order={order} />
        <SellerLines />
      </WithSidebar>
      <PayDock {...payProps} />
    </>
  )
}

/** Describes a press of the button that pays. */
interface Attempt {
  paymentTypeId: string
  /** The last payment that the bank had declined before. */
  declinedPaymentId: string | undefined
  /** Absent until the service has answered. */
  bankUrl?: string
}

/**
 * Opens the bank's page once; further presses have no effect. Returns its address when it has not opened for some time. When
 * the buyer then chooses another payment type, or the bank declines the payment, the next press starts a new one.
 */
function usePayment(
  orderId: string,
  invoiceId: string,
  type: PaymentType | undefined,
  declinedPaymentId: string | undefined,
) {
  const [attempt, setAttempt] = useState<Attempt>()
  const isOtherType = type !== undefined && type.paymentTypeId !== attempt?.paymentTypeId
  const isDeclined = declinedPaymentId !== undefined && declinedPaymentId !== attempt?.declinedPaymentId
  const bankUrl = attempt?.bankUrl
  // before the answer the redirect cannot be stopped any more
  if (bankUrl !== undefined && (isOtherType || isDeclined)) setAttempt(undefined)
  useEffect(() => (bankUrl === undefined ? undefined : stopLeaving), [bankUrl])
  const lateBankUrl = useLateBankUrl(bankUrl)
  const busy = attempt !== undefined
  useBlockUpdates(busy)
  const pay = async () => {
    if (!type || busy) return
    const started = { paymentTypeId: type.paymentTypeId, declinedPaymentId }
    setAttempt(started)
    try {
      setAttempt({ ...started, bankUrl: await redirectToBank({ orderId, invoiceId, type }) })
    } catch (error) {
      setAttempt(undefined)
      // the order's current state explains more than an error would
      if (isApiError(error, 'InvoicePaid', 'InvoiceCanceled')) location.reload()
      else reportError(error)
    }
  }
  return { busy, lateBankUrl, pay }
}
