import { randomBytes } from 'node:crypto'
import type { StripeAccount } from '../../../server/adapters/bank/stripe/index.ts'
import { type FakeService, openFakeService, type ServiceRequest } from './fake-service.ts'

interface Session {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  url: string | null
  payment_intent: string | null
}

export interface StripeService extends FakeService {
  readonly account: StripeAccount
  updateSession(
    id: string,
    changes: Partial<Pick<Session, 'status' | 'payment_status' | 'currency'>>,
  ): Session
  /** Minor units of each refund. */
  listRefundedAmounts(): number[]
  readonly createdSessions: { id: string; body: URLSearchParams }[]
  /** Deletes idempotency keys, as the service may do after 24 hours. */
  forgetKeys(): void
}

/** Starts a fake Stripe with Checkout sessions by its API reference, including `Idempotency-Key`. */
export async function openStripe(): Promise<StripeService> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, { requestText: string; id: string }>()
  const refunds: { amount: number; payment_intent: string | null }[] = []
  const refundsByKey = new Map<string, { requestText: string; refund: unknown }>()
  const createdSessions: StripeService['createdSessions'] = []
  const buildError = (status: number, code: string) => ({
    status,
    body: { error: { type: 'invalid_request_error', code, message: code } },
  })
  const keyReused = { status: 400, body: { error: { type: 'idempotency_error', message: 'another body' } } }

  const createSession = (request: ServiceRequest) => {
    const key = String(request.headers['idempotency-key'])
    const known = byKey.get(key)
    if (known && known.requestText !== request.body) return keyReused
    if (known) return { status: 200, body: sessions.get(known.id) }
    const body = new URLSearchParams(request.body)
    const id = `cs_test_${randomBytes(12).toString('hex')}`
    const price = 'line_items[0][price_data]'
    sessions.set(id, {
      id,
      object: 'checkout.session',
      mode: String(body.get('mode')),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(body.get(`${price}[unit_amount]`)),
      currency: String(body.get(`${price}[currency]`)),
      url: `https://checkout.stripe.example/c/pay/${id}`,
      payment_intent: null,
    })
    byKey.set(key, { requestText: request.body, id })
    createdSessions.push({ id, body })
    return { status: 200, body: sessions.get(id) }
  }

  const listRefunds = (request: ServiceRequest) => {
    const intent = new URL(request.path, 'http://stripe').searchParams.get('payment_intent')
    const data = refunds.filter(({ payment_intent }) => payment_intent === intent)
    return { status: 200, body: { object: 'list', has_more: false, data } }
  }

  const createRefund = (request: ServiceRequest) => {
    const key = String(request.headers['idempotency-key'])
    const known = refundsByKey.get(key)
    if (known && known.requestText !== request.body) return keyReused
    if (known) return { status: 200, body: known.refund }
    const body = new URLSearchParams(request.body)
    const refund = {
      id: `re_${randomBytes(8).toString('hex')}`,
      object: 'refund' as const,
      amount: Number(body.get('amount')),
      payment_intent: body.get('payment_intent'),
      status: 'succeeded',
      metadata: { refund_id: body.get('metadata[refund_id]') },
    }
    refunds.push(refund)
    refundsByKey.set(key, { requestText: request.body, refund })
    return { status: 200, body: refund }
  }

  const fakeService = await openFakeService((request) => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) return buildError(401, 'invalid_api_key')
    if (request.path.startsWith('/v1/refunds'))
      return request.method === 'POST' ? createRefund(request) : listRefunds(request)
    const [, , , , id, action] = request.path.split('/')
    if (id === undefined) return createSession(request)
    const session = sessions.get(id)
    if (!session) return buildError(404, 'resource_missing')
    if (action === 'expire' && session.status !== 'open') return buildError(400, 'session_not_open')
    if (action === 'expire') session.status = 'expired'
    return { status: 200, body: session }
  })
  return {
    ...fakeService,
    account: { secretKey, webhookSecret, apiUrl: fakeService.url },
    createdSessions,
    listRefundedAmounts: () => refunds.map(({ amount }) => amount),
    forgetKeys() {
      for (const known of [byKey, refundsByKey]) known.clear()
    },
    updateSession(id, changes) {
      const session = sessions.get(id)
      if (!session) throw new Error(`No session ${id}`)
      if (changes.payment_status === 'paid') session.payment_intent ??= `pi_${randomBytes(8).toString('hex')}`
      return Object.assign(session, changes)
    },
  }
}
