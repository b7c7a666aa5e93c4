import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import {
  type Bank,
  type BankPayment,
  type BankPaymentRequest,
  BankRefused,
  BankUnavailable,
  NotificationForged,
} from '../../../features/payments/ports.ts'
import { toCurrencyCode, toMoney } from '../currency.ts'
import { defineProvider } from '../provider.ts'
import { isAccountRejected, isRefusal } from '../refusal.ts'

/** Credentials of a shop's account. */
export interface StripeAccount {
  readonly secretKey: string
  /** Secret of the webhook endpoint, `whsec_…`. */
  readonly webhookSecret: string
  /** Overrides the service's address, e.g. with a stub. */
  readonly apiUrl: string | undefined
}

/** Declares the settings of a Stripe account. */
export const stripe = defineProvider(
  z.object({
    STRIPE_SECRET_KEY: z.optional(z.string()),
    STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
    STRIPE_API_URL: z.optional(
      z.url({ protocol: /^https?$/, error: 'an address like https://api.stripe.com' }),
    ),
  }),
  ({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl }) =>
    secretKey && webhookSecret ? createStripeBank({ secretKey, webhookSecret, apiUrl }) : undefined,
)

const requestTimeoutInMs = 15_000
const toleranceInSeconds = 300

/** Any other state is not final. */
const refundStates: Readonly<Record<string, 'Succeeded' | 'Declined'>> = {
  succeeded: 'Succeeded',
  failed: 'Declined',
  canceled: 'Declined',
}

/** All payments are by card: Stripe has no fast-payment system (FastPayment). */
const kinds: readonly BankPaymentRequest['kind'][] = ['BankCard', 'External']

type Session = Stripe.Checkout.Session

/**
 * Creates the Stripe Checkout bank. One session is one attempt, paid on Stripe's page. Notifications are signed over their raw
 * bytes. After a declined card, the buyer can try another on that page. A session ends by payment, cancellation or expiry.
 */
export function createStripeBank(account: StripeAccount): Bank {
  let client: Stripe | undefined
  const getClient = async () => (client ??= await createClient(account))
  return {
    name: 'stripe',
    kinds,
    async createPayment(order) {
      if (!kinds.includes(order.kind)) throw new Error(`Stripe takes no ${order.kind}`)
      const { checkout } = await getClient()
      const session = await callToCreate(
        checkout.sessions.create(toSessionParams(order), { idempotencyKey: order.paymentId }),
      )
      if (!session.url) throw new BankUnavailable('Stripe gave no page to pay at')
      return { providerPaymentId: session.id, payUrl: session.url }
    },
    async readNotification(rawBody, headers, now) {
      const { webhooks } = await getClient()
      const signature = headers['stripe-signature']
      if (!signature) throw new NotificationForged()
      const event = verifyEvent(webhooks, Buffer.from(rawBody), signature, account.webhookSecret, now)
      switch (event.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
        case 'checkout.session.expired':
          return readPayment(event.data.object)
        case 'checkout.session.async_payment_failed': {
          const payment = readPayment(event.data.object)
          return payment && { ...payment, state: 'Declined' }
        }
        default:
          // other events of the account
          return undefined
      }
    },
    async getPayment(id) {
      const { checkout } = await getClient()
      const session = await ignoreMissing(callApi(checkout.sessions.retrieve(id)))
      return session && requirePayment(session)
    },
    async refundPayment({ refundId, providerPaymentId, amount }) {
      const { checkout, refunds } = await getClient()
      const { payment_intent: intent } = await callApi(checkout.sessions.retrieve(providerPaymentId))
      if (!intent) return 'Declined'
      const payment_intent = typeof intent === 'string' ? intent : intent.id
      // repeating the creation would return the initial state, not the current one
      const { data } = await callApi(refunds.list({ payment_intent, limit: 100 }))
      const metadata = { refund_id: refundId }
      const refund =
        data.find((one) => one.metadata?.refund_id === refundId) ??
        (await callToCreate(
          refunds.create({ payment_intent, amount: amount.amount, metadata }, { idempotencyKey: refundId }),
        ))
      return refundStates[refund.status ?? 'failed'] ?? 'Pending'
    },
    async cancelPayment(id) {
      const { checkout } = await getClient()
      await ignoreMissing(callApi(checkout.sessions.expire(id)))
    },
  }
}

/** Imports the library on first use: most installations do not need it. */
async function createClient({ secretKey, apiUrl }: StripeAccount): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe')
  const address = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new Client(secretKey, {
    // retries are made by the job, with the same key
    maxNetworkRetries: 0,
    timeout: requestTimeoutInMs,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
}

function toSessionParams(order: BankPaymentRequest): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: toCurrencyCode(order.amount).toLowerCase(),
          unit_amount: order.amount.amount,
          product_data: { name: order.description },
        },
      },
    ],
    client_reference_id: order.paymentId,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    locale: order.language,
  }
}

/**
 * Returns the payment of a session. Returns undefined for sessions that this server never creates: subscriptions, setups, and
 * amounts in other currencies. Other programs may use the same Stripe account.
 */
function readPayment(session: Session): BankPayment | undefined {
  const { id, mode, amount_total: total, currency } = session
  if (mode !== 'payment' || total === null || currency === null) return undefined
  const amount = toMoney(total, currency)
  return amount && { providerPaymentId: id, state: toPaymentState(session), amount }
}

/** @throws BankUnavailable for a session that this server never creates */
function requirePayment(session: Session): BankPayment {
  const payment = readPayment(session)
  if (!payment) throw new BankUnavailable('The Stripe session is no payment in a known currency')
  return payment
}

function toPaymentState({ status, payment_status }: Session): BankPayment['state'] {
  if (payment_status !== 'unpaid') return 'Succeeded'
  return status === 'expired' ? 'Declined' : 'Pending'
}

function verifyEvent(
  webhooks: Stripe['webhooks'],
  bytes: Buffer,
  signature: string,
  secret: string,
  now: Date,
): Stripe.Event {
  try {
    return webhooks.constructEvent(bytes, signature, secret, toleranceInSeconds, undefined, now.getTime())
  } catch (error) {
    throw new NotificationForged(undefined, { cause: error })
  }
}

/** @throws BankUnavailable with the original error as its cause */
async function callApi<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw new BankUnavailable('Stripe gave no clear answer', { cause: error })
  }
}

/**
 * As `callApi`, for calls that create.
 *
 * @throws BankUnavailable
 * @throws BankRefused
 */
function callToCreate<Answer>(call: Promise<Answer>): Promise<Answer> {
  return callApi(call).catch((error: BankUnavailable) => {
    throw toRefusal(error.cause) ?? error
  })
}

/**
 * Returns undefined for a temporary error. An idempotency key that was used with another body is no refusal: the earlier
 * request may have been carried out. Stripe may answer a rate limit with 400.
 */
function toRefusal(cause: unknown): BankRefused | undefined {
  const { statusCode = 0, rawType, code, param: parameter } = cause as Partial<Stripe.errors.StripeError>
  if (!isRefusal(statusCode) || rawType === 'idempotency_error' || code === 'rate_limit') return undefined
  const reason = code ?? rawType ?? 'unknown'
  const parameterText = parameter === undefined ? '' : `, ${parameter}`
  return new BankRefused(`Stripe answered ${statusCode}: ${reason}${parameterText}`, {
    reason,
    parameter,
    isAccountRejected: isAccountRejected(statusCode),
    cause,
  })
}

/** Returns undefined for a session that does not exist, or that has ended and cannot be ended again. */
async function ignoreMissing<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    const { statusCode } = (error as BankUnavailable).cause as { statusCode?: number }
    if (statusCode === 404 || statusCode === 400) return undefined
    throw error
  }
}
