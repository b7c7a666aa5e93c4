import * as z from 'zod/mini'
import { errorStatus } from '../../../../contract/errors.ts'
import { createPayment, type PaymentType } from '../../../../contract/invoices.ts'
import { ApiError, isApiError, request } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { leaveAppFor } from '../../../platform/navigation/index.ts'
import { addPendingOrder, type Persisted, persisted } from '../../../platform/storage/index.ts'
import { updateOrderCard } from '../list/order-card.ts'
import { ensureReturnMark } from './return-mark.ts'

const Attempt = z.object({ paymentTypeId: z.string(), key: z.string() })
type Attempt = z.infer<typeof Attempt>

/**
 * Returns the possibly unfinished payment attempt of an invoice. It is persisted: a repeat after a reload is the same
 * attempt.
 */
function getAttemptStore(invoiceId: string): Persisted<Attempt | null> {
  return persisted({ key: `payment.${invoiceId}`, schema: z.nullable(Attempt), initial: null })
}

/** Deletes the attempt of an invoice that was declined, paid or canceled, so that the next one is new. */
export function forgetAttempt(invoiceId: string): void {
  getAttemptStore(invoiceId).remove()
}

/** Returns the bank's return address. It contains only a mark, which opens the order in this browser alone. */
function buildReturnUrl(orderId: string): string {
  return `${location.origin}/order-complete?mark=${ensureReturnMark(orderId)}`
}

/**
 * Returns the address of the bank's page if it is safe to redirect to: our own origin, or https.
 *
 * @throws ApiError ProviderUnavailable for any other address
 */
export function checkPayUrl(payUrl: string, origin: string): string {
  const url = parseAddress(payUrl, origin)
  const hasNoCredentials = url && url.username === '' && url.password === ''
  if (!hasNoCredentials || (url.origin !== origin && url.protocol !== 'https:')) {
    throw new ApiError('ProviderUnavailable', 503)
  }
  return url.href
}

/** Returns undefined for an invalid address. `URL.canParse` is missing before Safari 17 and Chrome 120. */
function parseAddress(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

export interface PaymentRequest {
  orderId: string
  invoiceId: string
  paymentTypeId: string
}

/**
 * Starts a payment; double taps, lost answers and reloads are one attempt. The idempotency key is stored before the call.
 * It is dropped only when the outcome is known: a declined payment or a refusal by the service. An error after the
 * payment was created, of any kind, keeps it, so that a retry leads to the same payment.
 *
 * @returns the address of the bank's page
 * @throws ApiError InvoicePaid, InvoiceCanceled, PaymentTypeUnknown, PaymentRefused, ProviderUnavailable, NoResponse …
 */
export async function startPayment(input: PaymentRequest): Promise<string> {
  const { orderId, invoiceId, paymentTypeId } = input
  const attemptStore = getAttemptStore(invoiceId)
  const storedAttempt = attemptStore.read()
  const key = storedAttempt?.paymentTypeId === paymentTypeId ? storedAttempt.key : randomId()
  attemptStore.write({ paymentTypeId, key })
  const { payUrl, state } = await request(createPayment, {
    params: { invoiceId },
    body: { paymentTypeId, returnUrl: buildReturnUrl(orderId) },
    idempotencyKey: key,
  }).catch((error: unknown) => {
    const runningPayUrl = isApiError(error, 'PaymentInProgress') ? error.problem?.extra?.payUrl : undefined
    if (typeof runningPayUrl === 'string') return { payUrl: runningPayUrl, state: undefined }
    if (isRefusal(error)) attemptStore.remove()
    throw error
  })
  if (state === 'Declined') attemptStore.remove()
  return storePayUrl(input, payUrl)
}

/** Lists client errors after which the same request may succeed later. */
const retryableStatuses = new Set([401, 408, 425, 429])

/** Returns whether the service has refused the payment. After a 5xx, or without an answer, the payment may exist. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status < 500 && !retryableStatuses.has(error.status)
}

function storePayUrl({ orderId, paymentTypeId }: PaymentRequest, payUrl: string): string {
  const address = checkPayUrl(payUrl, location.origin)
  updateOrderCard(orderId, { paymentTypeId, payUrl: address })
  return address
}

/**
 * Starts a payment and redirects to the bank's page; back navigation from there leads to the order. Offline it does not
 * redirect, because the browser's error page would replace the app.
 *
 * @returns the address of the bank's page, which opens some time later, or not at all when the buyer stops its loading
 * @throws ApiError as {@link startPayment}; the order then still awaits payment
 */
export async function redirectToBank(input: {
  orderId: string
  invoiceId: string
  type: PaymentType
}): Promise<string> {
  const { orderId, invoiceId, type } = input
  const { paymentTypeId } = type
  addPendingOrder(orderId)
  updateOrderCard(orderId, { paymentTypeId, total: type.amountToPay })
  const address = await startPayment({ orderId, invoiceId, paymentTypeId })
  if (!navigator.onLine) throw new ApiError('NoResponse', errorStatus.NoResponse)
  leaveAppFor(address, `/order/${orderId}`)
  return address
}
