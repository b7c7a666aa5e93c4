import * as z from 'zod/mini'
import type { Money } from '../../../../contract/common.ts'
import {
  type Bank,
  type BankPayment,
  type BankPaymentRequest,
  type BankRefund,
  BankRefused,
  type BankSettlement,
  BankUnavailable,
  type FiscalReceipt,
  NotificationForged,
  type SettlementReceipts,
} from '../../../features/payments/ports.ts'
import { cutText } from '../../../platform/cut-text.ts'
import { toCurrencyCode, toMoney } from '../currency.ts'
import { defineProvider } from '../provider.ts'
import {
  callYookassa,
  type YookassaAccount,
  YookassaPayment,
  YookassaReceipt,
  YookassaReceipts,
  YookassaRefund,
  YookassaRefunds,
} from './api.ts'

export type { YookassaAccount } from './api.ts'

/** Declares the settings of a YooKassa account. */
export const yookassa = defineProvider(
  z.object({
    YOOKASSA_SHOP_ID: z.optional(z.string()),
    YOOKASSA_SECRET_KEY: z.optional(z.string()),
    YOOKASSA_API_URL: z._default(
      z.url({ protocol: /^https?$/, error: 'an address like https://api.yookassa.ru/v3' }),
      'https://api.yookassa.ru/v3',
    ),
  }),
  ({ YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey, YOOKASSA_API_URL: apiUrl }) =>
    shopId && secretKey
      ? createYookassaBank({ apiUrl: apiUrl.replace(/\/+$/, ''), shopId, secretKey })
      : undefined,
)

const states = {
  pending: 'Pending',
  waiting_for_capture: 'Pending',
  succeeded: 'Succeeded',
  canceled: 'Declined',
} as const

/** States of refunds and of receipts. */
const outcomes = { pending: 'Pending', succeeded: 'Succeeded', canceled: 'Declined' } as const

/** Undefined: the buyer chooses on the service's page. */
const paymentMethods: Record<BankPaymentRequest['kind'], string | undefined> = {
  BankCard: 'bank_card',
  FastPayment: 'sbp',
  External: undefined,
}

const maxDescriptionLength = 128

/** A notification. Only the id is used; everything else is fetched from the service. */
const Notification = z.object({
  type: z.literal('notification'),
  event: z.string(),
  object: z.object({ id: z.string() }),
})

/**
 * Creates the YooKassa bank. Its notifications are unsigned and therefore never trusted: the payment is fetched from the
 * service, where a forged one is not found. A pending payment cannot be canceled. It expires after about an hour; until then
 * the buyer is redirected to it.
 */
export function createYookassaBank(account: YookassaAccount): Bank {
  const fetchPayment = (id: string): Promise<YookassaPayment | undefined> =>
    callYookassa(account, YookassaPayment, `/payments/${encodeURIComponent(id)}`)
  const fetchPaymentOnce = coalesceCalls(fetchPayment)
  return {
    name: 'yookassa',
    kinds: ['FastPayment', 'BankCard', 'External'],
    async createPayment(order) {
      const payment = await callYookassa(account, YookassaPayment, '/payments', {
        body: toRequestBody(order),
        idempotenceKey: order.paymentId,
      })
      const payUrl = payment?.confirmation?.confirmation_url
      if (!payment || !payUrl) throw new BankUnavailable('YooKassa gave no page to pay at')
      return { providerPaymentId: payment.id, payUrl }
    },
    getUnsignedPaymentId: readPaymentId,
    async readNotification(rawBody) {
      const notice = Notification.safeParse(parseJsonBytes(rawBody))
      if (!notice.success) throw new NotificationForged()
      const id = readPaymentId(rawBody)
      if (id === undefined) return undefined
      const payment = await fetchPaymentOnce(id)
      if (!payment) throw new NotificationForged()
      return readPayment(payment)
    },
    async getPayment(id) {
      const payment = await fetchPayment(id)
      return payment && requirePayment(payment)
    },
    async refundPayment(refund) {
      const found =
        (await findRefund(account, refund)) ??
        (await callYookassa(account, YookassaRefund, '/refunds', {
          body: {
            payment_id: refund.providerPaymentId,
            amount: toYookassaAmount(refund.amount),
            metadata: { refund_id: refund.refundId },
            ...toReceiptFields(refund.receipt),
          },
          idempotenceKey: refund.refundId,
        }))
      return found ? outcomes[found.status] : 'Declined'
    },
    async cancelPayment(id) {
      const payment = await fetchPayment(id)
      if (payment?.status !== 'waiting_for_capture') return
      await callYookassa(account, YookassaPayment, `/payments/${encodeURIComponent(id)}/cancel`, {
        body: {},
        idempotenceKey: `cancel-${id}`,
      }).catch((error: unknown) => {
        // paid or expired since it was read
        if (!(error instanceof BankRefused)) throw error
      })
    },
    settlements: createSettlementReceipts(account),
  }
}

/** Returns the payment of a notification. Refunds, payouts and unknown events are ignored. */
function readPaymentId(rawBody: Uint8Array): string | undefined {
  const notice = Notification.safeParse(parseJsonBytes(rawBody))
  return notice.success && notice.data.event.startsWith('payment.') ? notice.data.object.id : undefined
}

/**
 * Shares one request among concurrent callers for the same payment. Callers that arrive during a request share the next one:
 * the first answer may be older than their notification.
 */
function coalesceCalls<Answer>(call: (id: string) => Promise<Answer>): (id: string) => Promise<Answer> {
  const runningCalls = new Map<string, { current: Promise<Answer>; next?: Promise<Answer> }>()
  const startCall = (id: string): Promise<Answer> => {
    const entry: { current: Promise<Answer>; next?: Promise<Answer> } = {
      current: call(id).finally(() => {
        if (!entry.next) runningCalls.delete(id)
      }),
    }
    runningCalls.set(id, entry)
    return entry.current
  }
  return (id) => {
    const entry = runningCalls.get(id)
    if (!entry) return startCall(id)
    entry.next ??= entry.current.then(
      () => startCall(id),
      () => startCall(id),
    )
    return entry.next
  }
}

/** Tolerated difference between our clock and that of the service. */
const clockToleranceInMs = 60_000

/**
 * Returns the refund that an earlier call created; undefined when there is none. A repeated request would return its initial
 * state, and create another refund after 24 hours, when the service forgets the idempotence key.
 *
 * Refunds of an earlier release have no metadata. One of the same amount that is not older than our refund is taken for it; so
 * is one that the shop's staff made by hand meanwhile.
 */
async function findRefund(
  account: YookassaAccount,
  { refundId, createdOn, providerPaymentId, amount }: BankRefund,
): Promise<YookassaRefund | undefined> {
  const refunds = await listRefunds(account, providerPaymentId)
  const earliestInMs = createdOn.getTime() - clockToleranceInMs
  const { value } = toYookassaAmount(amount)
  return (
    refunds.find(({ metadata }) => metadata?.refund_id === refundId) ??
    refunds.find(
      (refund) =>
        refund.metadata?.refund_id === undefined &&
        refund.status !== 'canceled' &&
        refund.amount.value === value &&
        Date.parse(refund.created_at) >= earliestInMs,
    )
  )
}

/** Returns all refunds of a payment, newest first. Source: https://yookassa.ru/developers/using-api/lists */
async function listRefunds(account: YookassaAccount, providerPaymentId: string): Promise<YookassaRefund[]> {
  const refunds: YookassaRefund[] = []
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ payment_id: providerPaymentId, limit: '100' })
    if (cursor !== undefined) query.set('cursor', cursor)
    const page = await callYookassa(account, YookassaRefunds, `/refunds?${query.toString()}`)
    refunds.push(...(page?.items ?? []))
    cursor = page?.next_cursor
  } while (cursor !== undefined)
  return refunds
}

/** Source: https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/payments */
function createSettlementReceipts(account: YookassaAccount): SettlementReceipts {
  return {
    async find(providerPaymentId) {
      const query = new URLSearchParams({ payment_id: providerPaymentId, limit: '100' })
      const found = await callYookassa(account, YookassaReceipts, `/receipts?${query.toString()}`)
      const settlements = (found?.items ?? []).filter(isSettlement)
      const states = new Set(settlements.map(({ status }) => outcomes[status]))
      // a receipt registered manually takes precedence over an earlier failed one
      return (['Succeeded', 'Pending', 'Declined'] as const).find((state) => states.has(state))
    },
    async register(settlement) {
      const receipt = await callYookassa(account, YookassaReceipt, '/receipts', {
        body: toSettlementBody(settlement),
        idempotenceKey: settlement.settlementId,
      })
      if (!receipt) throw new BankUnavailable('YooKassa takes no receipts')
      return outcomes[receipt.status]
    },
  }
}

const isSettlement = ({ type, settlements = [] }: YookassaReceipt) =>
  type === 'payment' && settlements.some((each) => each.type === 'prepayment')

function toSettlementBody({ providerPaymentId, amount, receipt }: BankSettlement): unknown {
  return {
    type: 'payment',
    payment_id: providerPaymentId,
    send: true,
    ...toReceiptBody(receipt),
    settlements: [{ type: 'prepayment', amount: toYookassaAmount(amount) }],
  }
}

function toRequestBody(order: BankPaymentRequest): unknown {
  const { amount, kind, returnUrl, description, language, receipt } = order
  const method = paymentMethods[kind]
  return {
    amount: toYookassaAmount(amount),
    capture: true,
    ...(method && { payment_method_data: { type: method } }),
    confirmation: {
      type: 'redirect',
      return_url: returnUrl,
      // the service has no other languages, https://yookassa.ru/developers/api#create_payment_confirmation_locale
      locale: language === 'ru' ? 'ru_RU' : 'en_US',
    },
    description: cutText(description, maxDescriptionLength),
    metadata: { payment_id: order.paymentId, invoice: order.invoiceNumber },
    ...toReceiptFields(receipt),
  }
}

/** Source: https://yookassa.ru/developers/payment-acceptance/receipts/54fz/parameters-values */
const taxSystemCodes: Record<FiscalReceipt['taxSystem'], number> = {
  general: 1,
  simplifiedIncome: 2,
  simplifiedIncomeMinusCosts: 3,
  agricultural: 5,
  patent: 6,
}

/**
 * Values of `vat_code` by the rate in percent. Prepayments and advances use the calculated rate (22/122), a full payment the
 * plain one (22 %). Codes 11 and 12 are the general rate since 2026-01-01; 4 and 6 were the general rate before. Source:
 * https://yookassa.ru/developers/payment-acceptance/receipts/54fz/parameters-values
 */
const vatCodes: Record<FiscalReceipt['vat'], { readonly plain: number; readonly calculated: number }> = {
  none: { plain: 1, calculated: 1 },
  '0': { plain: 2, calculated: 2 },
  '5': { plain: 7, calculated: 9 },
  '7': { plain: 8, calculated: 10 },
  '10': { plain: 3, calculated: 5 },
  '20': { plain: 4, calculated: 6 },
  '22': { plain: 11, calculated: 12 },
}
const maxItemTitleLength = 128

const toReceiptFields = (receipt: FiscalReceipt | undefined) =>
  receipt ? { receipt: toReceiptBody(receipt) } : {}

function toReceiptBody(receipt: FiscalReceipt) {
  const { email, taxSystem, vat, subject = 'service', items } = receipt
  return {
    customer: { email },
    tax_system_code: taxSystemCodes[taxSystem],
    items: items.map(({ title, quantity, price, mode }) => ({
      description: cutText(title, maxItemTitleLength),
      quantity,
      amount: toYookassaAmount(price),
      vat_code: vatCodes[vat][mode === 'full_payment' ? 'plain' : 'calculated'],
      payment_subject: subject,
      payment_mode: mode,
    })),
  }
}

const toYookassaAmount = (money: Money) => ({
  value: (money.amount / 100).toFixed(2),
  currency: toCurrencyCode(money),
})

/** Returns undefined for an unknown currency: the payment belongs to another program on the same YooKassa account. */
function readPayment({ id, status, amount }: YookassaPayment): BankPayment | undefined {
  const money = toMoney(Math.round(Number(amount.value) * 100), amount.currency)
  return money && { providerPaymentId: id, state: states[status], amount: money }
}

/** @throws BankUnavailable for an unknown currency */
function requirePayment(yookassaPayment: YookassaPayment): BankPayment {
  const payment = readPayment(yookassaPayment)
  if (!payment) throw new BankUnavailable(`The YooKassa payment is in ${yookassaPayment.amount.currency}`)
  return payment
}

function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
