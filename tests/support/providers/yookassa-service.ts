import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { YookassaAccount } from '../../../server/adapters/bank/yookassa/index.ts'
import { type Asked, openStandIn, type StandIn } from './stand-in.ts'

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
function isReceiptRight({ receipt, amount }: Record<string, unknown>): boolean {
  if (receipt === undefined) return true
  const parsed = z.safeParse(z.object({ receipt: Receipt, amount: Amount }), { receipt, amount })
  if (!parsed.success) return false
  return addAmounts(parsed.data.receipt.items) === parsed.data.amount.value
}

type Status = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'

export interface YookassaService extends StandIn {
  readonly account: YookassaAccount
  /** Simulates an action of the buyer or a timeout. */
  move(id: string, status: Status): void
  /** Minor units of each refund. */
  refunded(): number[]
  readonly created: { id: string; body: Record<string, unknown> }[]
  /** Receipts that were part of refunds. */
  refundReceipts(): unknown[]
  /** Bodies of separately requested receipts, each once. */
  readonly registered: Record<string, unknown>[]
  /** Sets the result of pending receipts at the cash register. */
  print(status: 'succeeded' | 'canceled'): void
  /** Deletes idempotence keys, as the service does after 24 hours. */
  forgetKeys(): void
  /** Answers the next `count` requests for receipts with 500 and does nothing. */
  failReceipts(count: number): void
  /** Registers the next `count` receipts, but answers 500. */
  loseRegistrations(count: number): void
}

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
  const byKey = new Map<string, { asked: string; id: string }>()
  const refunds = new Map<string, { amount: { value: string }; receipt?: unknown }>()
  const created: YookassaService['created'] = []
  const receipts: ReceiptObject[] = []
  const receiptsByKey = new Map<string, { asked: string; receipt: ReceiptObject }>()
  const registered: YookassaService['registered'] = []
  let failing = 0
  let losing = 0
  const error = (status: number, code: string, parameter?: string) => ({
    status,
    body: { type: 'error', code, ...(parameter === undefined ? {} : { parameter }) },
  })
  const keyReused = error(400, 'invalid_request', 'Idempotence-Key')

  const create = (asked: Asked, key: string) => {
    const known = byKey.get(key)
    if (known && known.asked !== asked.body) return keyReused
    if (known) return { status: 200, body: payments.get(known.id) }
    const id = randomUUID()
    const body = JSON.parse(asked.body) as Record<string, unknown>
    if (!isReceiptRight(body)) return error(400, 'invalid_request', 'receipt')
    const { amount, description, metadata } = body
    const confirmation = { type: 'redirect', confirmation_url: `https://yoomoney.example/pay?id=${id}` }
    payments.set(id, { id, status: 'pending', paid: false, amount, description, metadata, confirmation })
    byKey.set(key, { asked: asked.body, id })
    created.push({ id, body })
    if (body.receipt !== undefined)
      receipts.push({
        ...{ id: randomUUID(), type: 'payment', payment_id: id, status: 'succeeded' },
        settlements: [{ type: 'cashless', amount }],
      })
    return { status: 200, body: payments.get(id) }
  }

  const refund = (asked: Asked, key: string) => {
    const known = refunds.get(key)
    if (known) return { status: 200, body: known }
    const body = JSON.parse(asked.body) as { payment_id: string; amount: { value: string } }
    if (!isReceiptRight(body)) return error(400, 'invalid_request', 'receipt')
    const isPaid = payments.get(body.payment_id)?.status === 'succeeded'
    const made = { id: randomUUID(), status: isPaid ? 'succeeded' : 'canceled', ...body }
    refunds.set(key, made)
    return { status: 200, body: made }
  }

  const register = (asked: Asked, key: string) => {
    const known = receiptsByKey.get(key)
    if (known && known.asked !== asked.body) return keyReused
    if (known) return { status: 200, body: known.receipt }
    const body = JSON.parse(asked.body) as Record<string, unknown>
    const parsed = z.safeParse(NewReceipt, body)
    if (!parsed.success) return error(400, 'invalid_request')
    const { payment_id, items, settlements } = parsed.data
    const settled = settlements.reduce((sum, { amount }) => sum + amount.value, 0)
    if (payments.get(payment_id)?.status !== 'succeeded' || addAmounts(items) !== settled)
      return error(400, 'invalid_request')
    const receipt: ReceiptObject = {
      ...{ id: randomUUID(), type: 'payment', payment_id, status: 'pending' },
      settlements: body.settlements as ReceiptObject['settlements'],
    }
    receipts.push(receipt)
    receiptsByKey.set(key, { asked: asked.body, receipt })
    registered.push(body)
    if (losing > 0) {
      losing -= 1
      return error(500, 'internal_server_error')
    }
    return { status: 200, body: receipt }
  }

  const listReceipts = (asked: Asked) => {
    const paymentId = new URL(asked.path, 'http://yookassa').searchParams.get('payment_id')
    const items = receipts.filter(({ payment_id }) => payment_id === paymentId)
    return { status: 200, body: { type: 'list', items } }
  }

  const standIn = await openStandIn((asked) => {
    if (asked.headers.authorization !== credentials) return error(401, 'invalid_credentials')
    const [, what, id, action] = asked.path.replace(/\?.*/, '').split('/')
    const key = asked.headers['idempotence-key']
    if (asked.method === 'POST' && typeof key !== 'string') return error(400, 'invalid_request')
    if (what === 'receipts' && failing > 0) {
      failing -= 1
      return error(500, 'internal_server_error')
    }
    if (what === 'receipts')
      return asked.method === 'POST' ? register(asked, String(key)) : listReceipts(asked)
    if (what === 'refunds') return refund(asked, String(key))
    if (id === undefined) return create(asked, String(key))
    const payment = payments.get(id)
    if (!payment) return error(404, 'not_found')
    if (action === 'cancel' && payment.status !== 'waiting_for_capture') return error(400, 'invalid_request')
    if (action === 'cancel') payment.status = 'canceled'
    return { status: 200, body: payment }
  })
  return {
    ...standIn,
    account: { ...account, apiUrl: standIn.url },
    created,
    refunded: () => [...refunds.values()].map(({ amount }) => Math.round(Number(amount.value) * 100)),
    refundReceipts: () => [...refunds.values()].map(({ receipt }) => receipt),
    registered,
    print(status) {
      for (const receipt of receipts) if (receipt.status === 'pending') receipt.status = status
    },
    forgetKeys: () => receiptsByKey.clear(),
    loseRegistrations: (count) => {
      losing = count
    },
    failReceipts: (count) => {
      failing = count
    },
    move(id, status) {
      const payment = payments.get(id)
      if (!payment) throw new Error(`No payment ${id}`)
      payment.status = status
    },
  }
}
