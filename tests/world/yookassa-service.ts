import { randomUUID } from 'node:crypto'
import type { YookassaAccount } from '../../server/adapters/bank/yookassa/index.ts'
import { type Asked, openStandIn, type StandIn } from './stand-in.ts'

type Status = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'

export interface YookassaService extends StandIn {
  readonly account: YookassaAccount
  /** What the buyer or time does with a payment. */
  move(id: string, status: Status): void
  /** Minor units of each refund. */
  refunded(): number[]
  readonly created: { id: string; body: Record<string, unknown> }[]
}

/** YooKassa as its documentation describes it: Basic auth, `Idempotence-Key`, payments that are read again. */
export async function openYookassa(): Promise<YookassaService> {
  const account = { shopId: '100500', secretKey: `test_${randomUUID()}` }
  const credentials = `Basic ${Buffer.from(`${account.shopId}:${account.secretKey}`).toString('base64')}`
  const payments = new Map<string, { status: Status } & Record<string, unknown>>()
  const byKey = new Map<string, { asked: string; id: string }>()
  const refunds = new Map<string, { amount: { value: string } }>()
  const created: YookassaService['created'] = []
  const error = (status: number, code: string) => ({ status, body: { type: 'error', code } })

  const create = (asked: Asked, key: string) => {
    const known = byKey.get(key)
    if (known && known.asked !== asked.body) return error(400, 'invalid_request')
    if (known) return { status: 200, body: payments.get(known.id) }
    const id = randomUUID()
    const body = JSON.parse(asked.body) as Record<string, unknown>
    const { amount, description, metadata } = body
    const confirmation = { type: 'redirect', confirmation_url: `https://yoomoney.example/pay?id=${id}` }
    payments.set(id, { id, status: 'pending', paid: false, amount, description, metadata, confirmation })
    byKey.set(key, { asked: asked.body, id })
    created.push({ id, body })
    return { status: 200, body: payments.get(id) }
  }

  const refund = (asked: Asked, key: string) => {
    const known = refunds.get(key)
    if (known) return { status: 200, body: known }
    const body = JSON.parse(asked.body) as { payment_id: string; amount: { value: string } }
    const isPaid = payments.get(body.payment_id)?.status === 'succeeded'
    const made = { id: randomUUID(), status: isPaid ? 'succeeded' : 'canceled', ...body }
    refunds.set(key, made)
    return { status: 200, body: made }
  }

  const standIn = await openStandIn((asked) => {
    if (asked.headers.authorization !== credentials) return error(401, 'invalid_credentials')
    const [, what, id, action] = asked.path.split('/')
    const key = asked.headers['idempotence-key']
    if (asked.method === 'POST' && typeof key !== 'string') return error(400, 'invalid_request')
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
    move(id, status) {
      const payment = payments.get(id)
      if (!payment) throw new Error(`No payment ${id}`)
      payment.status = status
    },
  }
}
