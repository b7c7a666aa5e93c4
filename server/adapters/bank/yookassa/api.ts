import * as z from 'zod/mini'
import { BankRefused, BankUnavailable } from '../../../features/payments/ports.ts'
import { isAccountRejected, isRefusal } from '../refusal.ts'

const requestTimeoutInMs = 15_000

/** Credentials of a shop's account. */
export interface YookassaAccount {
  /** Without a trailing slash. */
  readonly apiUrl: string
  readonly shopId: string
  readonly secretKey: string
}

/** Declares the used fields of a payment. */
export const YookassaPayment = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string().check(z.regex(/^\d+\.\d\d$/)), currency: z.string() }),
  confirmation: z.optional(z.object({ confirmation_url: z.optional(z.url()) })),
})
export type YookassaPayment = z.infer<typeof YookassaPayment>

/** Source: https://yookassa.ru/developers/api#refund_object */
export const YookassaRefund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string() }),
  created_at: z.string(),
  metadata: z.optional(z.object({ refund_id: z.optional(z.string()) })),
})
export type YookassaRefund = z.infer<typeof YookassaRefund>

/** One page of refunds, newest first. */
export const YookassaRefunds = z.object({
  items: z.array(YookassaRefund),
  next_cursor: z.optional(z.string()),
})

/** Describes a fiscal receipt. Receipts of one payment differ by their settlements. */
export const YookassaReceipt = z.object({
  id: z.string(),
  type: z.enum(['payment', 'refund']),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  settlements: z.optional(z.array(z.object({ type: z.string() }))),
})
export type YookassaReceipt = z.infer<typeof YookassaReceipt>

export const YookassaReceipts = z.object({ items: z.array(YookassaReceipt) })

/**
 * Calls the payment service: HTTP Basic, and `Idempotence-Key` for calls that create or change. Source:
 * yookassa.ru/developers/using-api/interaction-format
 *
 * @param idempotenceKey identical for all retries of one intention
 * @returns undefined for 404
 * @throws BankUnavailable without a clear answer: no response, 429, 5xx, or unexpected content; for a GET, any error
 * @throws BankRefused when the service rejects what is sent
 */
export async function callYookassa<Answer>(
  account: YookassaAccount,
  schema: z.ZodMiniType<Answer>,
  path: string,
  writeRequest?: { body: unknown; idempotenceKey: string },
): Promise<Answer | undefined> {
  const headers = new Headers({ authorization: basicAuthorization(account), accept: 'application/json' })
  if (writeRequest) {
    headers.set('content-type', 'application/json')
    headers.set('idempotence-key', writeRequest.idempotenceKey)
  }
  const { status, body } = await sendRequest(`${account.apiUrl}${path}`, {
    method: writeRequest ? 'POST' : 'GET',
    headers,
    body: writeRequest && JSON.stringify(writeRequest.body),
    // `error` would make Node ignore the signal once memory was collected
    redirect: 'manual',
    signal: AbortSignal.timeout(requestTimeoutInMs),
  })
  if (status === 404) return undefined
  const answer = schema.safeParse(body)
  if (status === 200 && answer.success) return answer.data
  const message = `YooKassa answered ${status} to ${path}${readReason(body)}`
  throw (writeRequest && toRefusal(message, status, body)) ?? new BankUnavailable(message)
}

/** An error response of the service. Its `description` may repeat the request, so it is left out. */
const Refusal = z.object({
  type: z.literal('error'),
  code: z.string(),
  parameter: z.optional(z.string()),
})

/**
 * Returns undefined for a temporary error, and for a response without the service's error document: it may come from a proxy.
 * A key that was used with another body is no refusal either: the earlier request may have been carried out.
 */
function toRefusal(message: string, status: number, body: unknown): BankRefused | undefined {
  const refusal = Refusal.safeParse(body)
  if (!isRefusal(status) || !refusal.success) return undefined
  const { code, parameter } = refusal.data
  if (parameter === 'Idempotence-Key') return undefined
  return new BankRefused(message, { reason: code, parameter, isAccountRejected: isAccountRejected(status) })
}

/** Returns code and parameter of an error response for the log; empty for any other response. */
function readReason(body: unknown): string {
  const refusal = Refusal.safeParse(body)
  if (!refusal.success) return ''
  const { code, parameter } = refusal.data
  return parameter === undefined ? `: ${code}` : `: ${code}, ${parameter}`
}

async function sendRequest(url: string, request: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, request)
    return { status: response.status, body: parseJson(await response.text()) }
  } catch (error) {
    throw new BankUnavailable('YooKassa did not answer', { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const basicAuthorization = ({ shopId, secretKey }: YookassaAccount) =>
  `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
