import * as z from 'zod/mini'
import type { Money } from '../../../../contract/common.ts'
import {
  type Bank,
  type BankOrder,
  type BankPayment,
  BankUnavailable,
  NotificationForged,
} from '../../../features/payments/ports.ts'
import { currencyCodeOf, moneyOf } from '../currency.ts'
import { askYookassa, type YookassaAccount, YookassaPayment, YookassaRefund } from './api.ts'

export type { YookassaAccount } from './api.ts'

const states = {
  pending: 'Pending',
  waiting_for_capture: 'Pending',
  succeeded: 'Succeeded',
  canceled: 'Declined',
} as const

const refundStates = { pending: 'Pending', succeeded: 'Succeeded', canceled: 'Declined' } as const

/** Undefined: whatever the buyer chooses on their page. */
const methods: Record<BankOrder['kind'], string | undefined> = {
  BankCard: 'bank_card',
  FastPayment: 'sbp',
  External: undefined,
}

const longestDescription = 128

/** What a notification says; only the id is believed, the rest is asked for. */
const Notification = z.object({
  type: z.literal('notification'),
  event: z.string(),
  object: z.object({ id: z.string() }),
})

/**
 * YooKassa: a page of theirs, notifications without a signature. These are therefore never believed: the payment is
 * read again from the service, and a made-up one is not found there.
 * A payment that waits for its buyer cannot be withdrawn; the service lets it lapse after about an hour, until then
 * the buyer is led back to it.
 */
export function createYookassaBank(account: YookassaAccount): Bank {
  const getPayment = async (id: string): Promise<BankPayment | undefined> => {
    const payment = await askYookassa(account, YookassaPayment, `/payments/${encodeURIComponent(id)}`)
    return payment && asBankPayment(payment)
  }
  return {
    name: 'yookassa',
    async createPayment(order) {
      const payment = await askYookassa(account, YookassaPayment, '/payments', {
        body: bodyOf(order),
        idempotenceKey: order.paymentId,
      })
      const payUrl = payment?.confirmation?.confirmation_url
      if (!payment || !payUrl) throw new BankUnavailable('YooKassa gave no page to pay at')
      return { providerPaymentId: payment.id, payUrl }
    },
    async readNotification(rawBody) {
      const notice = Notification.safeParse(jsonOf(rawBody))
      if (!notice.success) throw new NotificationForged()
      // of refunds, payouts and what may come in later years nothing follows
      if (!notice.data.event.startsWith('payment.')) return undefined
      const payment = await getPayment(notice.data.object.id)
      if (!payment) throw new NotificationForged()
      return payment
    },
    getPayment,
    async refundPayment({ refundId, providerPaymentId, amount }) {
      const refund = await askYookassa(account, YookassaRefund, '/refunds', {
        body: { payment_id: providerPaymentId, amount: amountOf(amount) },
        idempotenceKey: refundId,
      })
      return refund ? refundStates[refund.status] : 'Declined'
    },
    async cancelPayment(id) {
      const payment = await askYookassa(account, YookassaPayment, `/payments/${encodeURIComponent(id)}`)
      if (payment?.status !== 'waiting_for_capture') return
      await askYookassa(account, YookassaPayment, `/payments/${encodeURIComponent(id)}/cancel`, {
        body: {},
        idempotenceKey: `cancel-${id}`,
      })
    },
  }
}

function bodyOf(order: BankOrder): unknown {
  const { amount, kind, returnUrl, description, language } = order
  const method = methods[kind]
  return {
    amount: amountOf(amount),
    capture: true,
    ...(method && { payment_method_data: { type: method } }),
    confirmation: {
      type: 'redirect',
      return_url: returnUrl,
      locale: language === 'ru' ? 'ru_RU' : 'en_US',
    },
    description: description.slice(0, longestDescription),
    metadata: { payment_id: order.paymentId, invoice: order.invoiceNumber },
  }
}

const amountOf = (money: Money) => ({
  value: (money.amount / 100).toFixed(2),
  currency: currencyCodeOf(money),
})

function asBankPayment({ id, status, amount }: YookassaPayment): BankPayment {
  const money = moneyOf(Math.round(Number(amount.value) * 100), amount.currency)
  if (!money) throw new BankUnavailable(`YooKassa tells of ${amount.currency}`)
  return { providerPaymentId: id, state: states[status], amount: money }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
