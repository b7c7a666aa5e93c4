import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { YookassaAccount } from '../../../server/adapters/bank/yookassa/index.ts'
import { type FakeService, openFakeService, type ServiceRequest } from './fake-service.ts'

const Kopecks = z.pipe(
  z.string().check(z.regex(/^\d+\.\d\d$/)),
  z.transform((value) => Math.round(Number(value) * 100)),
)
const Amount = z.object({ value: Kopecks, currency: z.literal('RUB') })
/** https://yookassa.ru/developers/payment-acceptance/receipts/54fz/parameters-values */
const receiptFields = {
  customer: z.strictObject({ email: z.email() }),
  tax_system_code: z.int().check(z.minimum(1), z.maximum(6)),
  items: z
    .array(
      z.strictObject({
        description: z.string().check(z.minLength(1), z.maxLength(128)),
        quantity: z.int().check(z.minimum(1)),
        amount: Amount,
        vat_code: z.int().check(z.minimum(1), z.maximum(12)),
        payment_subject: z.enum(['commodity', 'service', 'intellectual_activity', 'payment', 'another']),
        payment_mode: z.enum(['full_prepayment', 'partial_prepayment', 'advance', 'full_payment']),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
}
const Receipt = z.strictObject(receiptFields)
/** https://yookassa.ru/developers/api#create_receipt */
const NewReceipt = z.strictObject({
  ...receiptFields,
  type: z.literal('payment'),
  payment_id: z.string(),
  send: z.literal(true),
  settlements: z
    .array(
      z.strictObject({
        type: z.enum(['cashless', 'prepayment', 'postpayment', 'consideration']),
        amount: Amount,
      }),
    )
    .check(z.minLength(1)),
})

const addAmounts = (items: z.infer<typeof Receipt>['items']) =>
  items.reduce((sum, item) => sum + item.quantity * item.amount.value, 0)

/** Returns whether a payment or refund has no receipt, or one with the same total. */
function isReceiptValid({ receipt, amount }: Record<string, unknown>): boolean {
  if (receipt === undefined) return true
  const parsed = z.safeParse(z.object({ receipt: Receipt, amount: Amount }), { receipt, amount })
  if (!parsed.success) return false
  return addAmounts(parsed.data.receipt.items) === parsed.data.amount.value
}

type Status = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'

export interface YookassaService extends FakeService {
  readonly account: YookassaAccount
  /** Simulates an action of the buyer or a timeout. */
  setPaymentStatus(id: string, status: Status): void
  /** Minor units of each refund. */
  listRefundedAmounts(): number[]
  readonly createdPayments: { id: string; body: Record<string, unknown> }[]
  /** Sets the state of the refunds of a payment. */
  setRefundStatus(paymentId: string, status: Refund['status']): void
  /** Adds a refund without metadata, as an earlier release or the shop's staff made it. */
  addUnnamedRefund(paymentId: string, value: string, createdOn: Date): void
  /** Receipts that were part of refunds, of one payment or of all. */
  listRefundReceipts(paymentId?: string): unknown[]
  /** Bodies of separately requested receipts, each once. */
  readonly registeredReceipts: Record<string, unknown>[]
  /** Sets the result of pending receipts at the cash register. */
  completeReceipts(status: 'succeeded' | 'canceled'): void
  /** Deletes idempotence keys, as the service does after 24 hours. */
  forgetKeys(): void
  /** Answers the next `count` requests for receipts with 500 and does nothing. */
  failReceipts(count: number): void
  /** Registers the next `count` receipts, but answers 500. */
  loseRegistrations(count: number): void
}

interface Refund {
  id: string
  payment_id: string
  status: 'pending' | 'succeeded' | 'canceled'
  amount: { value: string; currency: string }
  created_at: string
  metadata?: unknown
  receipt?: unknown
}

/** Fewer than the service sends, so that tests read several pages. */
const maxRefundsPerPage = 2

interface ReceiptObject {
  id: string
  type: 'payment'
  payment_id: string
  status: 'pending' | 'succeeded' | 'canceled'
  settlements: { type: string; amount: unknown }[]
}

/** Starts a fake YooKassa by its documentation: Basic auth, `Idempotence-Key`, payments that are read again. */
export async function openYookassa(): Promise<YookassaService> {
  const account = { shopId: '100500', secretKey: `test_${randomUUID()}` }
  const credentials = `Basic ${Buffer.from(`${account.shopId}:${account.secretKey}`).toString('base64')}`
  const payments = new Map<string, { status: Status } & Record<string, unknown>>()
  const byKey = new Map<string, { requestText: string; id: string }>()
  const refunds: Refund[] = []
  const refundsByKey = new Map<string, { requestText: string; refund: Refund }>()
  const createdPayments: YookassaService['createdPayments'] = []
  const receipts: ReceiptObject[] = []
  const receiptsByKey = new Map<string, { requestText: string; receipt: ReceiptObject }>()
  const registeredReceipts: YookassaService['registeredReceipts'] = []
  let failuresLeft = 0
  let lossesLeft = 0
  const buildError = (status: number, code: string, parameter?: string) => ({
    status,
    body: { type: 'error', code, ...(parameter === undefined ? {} : { parameter }) },
  })
  const keyReused = buildError(400, 'invalid_request', 'Idempotence-Key')

  const createPayment = (request: ServiceRequest, key: string) => {
    const known = byKey.get(key)
    if (known && known.requestText !== request.body) return keyReused
    if (known) return { status: 200, body: payments.get(known.id) }
    const id = randomUUID()
    const body = JSON.parse(request.body) as Record<string, unknown>
    if (!isReceiptValid(body)) return buildError(400, 'invalid_request', 'receipt')
    const { amount, description, metadata } = body
    const confirmation = { type: 'redirect', confirmation_url: `https://yoomoney.example/pay?id=${id}` }
    payments.set(id, { id, status: 'pending', paid: false, amount, description, metadata, confirmation })
    byKey.set(key, { requestText: request.body, id })
    createdPayments.push({ id, body })
    if (body.receipt !== undefined)
      receipts.push({
        ...{ id: randomUUID(), type: 'payment', payment_id: id, status: 'succeeded' },
        settlements: [{ type: 'cashless', amount }],
      })
    return { status: 200, body: payments.get(id) }
  }

  const createRefund = (request: ServiceRequest, key: string) => {
    const known = refundsByKey.get(key)
    if (known && known.requestText !== request.body) return keyReused
    if (known) return { status: 200, body: known.refund }
    const body = JSON.parse(request.body) as Pick<Refund, 'payment_id' | 'amount' | 'metadata' | 'receipt'>
    if (!isReceiptValid({ ...body })) return buildError(400, 'invalid_request', 'receipt')
    const isPaid = payments.get(body.payment_id)?.status === 'succeeded'
    const refund: Refund = {
      ...{
        id: randomUUID(),
        status: isPaid ? 'succeeded' : 'canceled',
        created_at: new Date().toISOString(),
      },
      ...body,
    }
    refunds.unshift(refund)
    refundsByKey.set(key, { requestText: request.body, refund })
    return { status: 200, body: refund }
  }

  const listRefunds = (request: ServiceRequest) => {
    const { searchParams } = new URL(request.path, 'http://yookassa')
    const paymentId = searchParams.get('payment_id')
    const start = Number(searchParams.get('cursor') ?? 0)
    const end = start + Math.min(maxRefundsPerPage, Number(searchParams.get('limit') ?? 10))
    const items = refunds.filter(({ payment_id }) => payment_id === paymentId)
    const nextPage = end < items.length ? { next_cursor: String(end) } : {}
    return { status: 200, body: { type: 'list', items: items.slice(start, end), ...nextPage } }
  }

  const registerReceipt = (request: ServiceRequest, key: string) => {
    const known = receiptsByKey.get(key)
    if (known && known.requestText !== request.body) return keyReused
    if (known) return { status: 200, body: known.receipt }
    const body = JSON.parse(request.body) as Record<string, unknown>
    const parsed = z.safeParse(NewReceipt, body)
    if (!parsed.success) return buildError(400, 'invalid_request')
    const { payment_id, items, settlements } = parsed.data
    const settledAmount = settlements.reduce((sum, { amount }) => sum + amount.value, 0)
    if (payments.get(payment_id)?.status !== 'succeeded' || addAmounts(items) !== settledAmount)
      return buildError(400, 'invalid_request')
    const receipt: ReceiptObject = {
      ...{ id: randomUUID(), type: 'payment', payment_id, status: 'pending' },
      settlements: body.settlements as ReceiptObject['settlements'],
    }
    receipts.push(receipt)
    receiptsByKey.set(key, { requestText: request.body, receipt })
    registeredReceipts.push(body)
    if (lossesLeft > 0) {
      lossesLeft -= 1
      return buildError(500, 'internal_server_error')
    }
    return { status: 200, body: receipt }
  }

  const listReceipts = (request: ServiceRequest) => {
    const paymentId = new URL(request.path, 'http://yookassa').searchParams.get('payment_id')
    const items = receipts.filter(({ payment_id }) => payment_id === paymentId)
    return { status: 200, body: { type: 'list', items } }
  }

  const fakeService = await openFakeService((request) => {
    if (request.headers.authorization !== credentials) return buildError(401, 'invalid_credentials')
    const [, resource, id, action] = request.path.replace(/\?.*/, '').split('/')
    const key = request.headers['idempotence-key']
    if (request.method === 'POST' && typeof key !== 'string') return buildError(400, 'invalid_request')
    if (resource === 'receipts' && failuresLeft > 0) {
      failuresLeft -= 1
      return buildError(500, 'internal_server_error')
    }
    if (resource === 'receipts')
      return request.method === 'POST' ? registerReceipt(request, String(key)) : listReceipts(request)
    if (resource === 'refunds')
      return request.method === 'POST' ? createRefund(request, String(key)) : listRefunds(request)
    if (id === undefined) return createPayment(request, String(key))
    const payment = payments.get(id)
    if (!payment) return buildError(404, 'not_found')
    if (action === 'cancel' && payment.status !== 'waiting_for_capture')
      return buildError(400, 'invalid_request')
    if (action === 'cancel') payment.status = 'canceled'
    return { status: 200, body: payment }
  })
  return {
    ...fakeService,
    account: { ...account, apiUrl: fakeService.url },
    createdPayments,
    listRefundedAmounts: () =>
      refunds.toReversed().map(({ amount }) => Math.round(Number(amount.value) * 100)),
    listRefundReceipts: (paymentId) =>
      refunds
        .toReversed()
        .filter(({ payment_id }) => paymentId === undefined || payment_id === paymentId)
        .map(({ receipt }) => receipt),
    setRefundStatus(paymentId, status) {
      for (const refund of refunds) if (refund.payment_id === paymentId) refund.status = status
    },
    addUnnamedRefund(paymentId, value, createdOn) {
      refunds.unshift({
        id: randomUUID(),
        payment_id: paymentId,
        status: 'succeeded',
        amount: { value, currency: 'RUB' },
        created_at: createdOn.toISOString(),
      })
    },
    registeredReceipts,
    completeReceipts(status) {
      for (const receipt of receipts) if (receipt.status === 'pending') receipt.status = status
    },
    forgetKeys() {
      for (const known of [byKey, refundsByKey, receiptsByKey]) known.clear()
    },
    loseRegistrations: (count) => {
      lossesLeft = count
    },
    failReceipts: (count) => {
      failuresLeft = count
    },
    setPaymentStatus(id, status) {
      const payment = payments.get(id)
      if (!payment) throw new Error(`No payment ${id}`)
      payment.status = status
    },
  }
}
