import * as z from 'zod/mini'
import { BankUnavailable } from '../../../features/payments/ports.ts'

const answerWithinInMs = 15_000

/** Where a shop's account is, and what opens it. */
export interface YookassaAccount {
  /** Without a trailing slash. */
  readonly apiUrl: string
  readonly shopId: string
  readonly secretKey: string
}

/** A payment as the service tells it; other fields are of no interest here. */
export const YookassaPayment = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string().check(z.regex(/^\d+\.\d\d$/)), currency: z.string() }),
  confirmation: z.optional(z.object({ confirmation_url: z.optional(z.url()) })),
})
export type YookassaPayment = z.infer<typeof YookassaPayment>

export const YookassaRefund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
})

/**
 * One call of the payment service: HTTP Basic, and `Idempotence-Key` on what creates or changes.
 * Source: yookassa.ru/developers/using-api/interaction-format
 *
 * @param idempotenceKey the same for every repeat of one intention
 * @returns undefined for 404
 * @throws BankUnavailable without a clear answer: nothing came, 429, 5xx, or something that was not asked for
 */
export async function askYookassa<Answer>(
  account: YookassaAccount,
  schema: z.ZodMiniType<Answer>,
  path: string,
  sending?: { body: unknown; idempotenceKey: string },
): Promise<Answer | undefined> {
  const headers = new Headers({ authorization: basicOf(account), accept: 'application/json' })
  if (sending) {
    headers.set('content-type', 'application/json')
    headers.set('idempotence-key', sending.idempotenceKey)
  }
  const { status, body } = await exchange(`${account.apiUrl}${path}`, {
    method: sending ? 'POST' : 'GET',
    headers,
    body: sending && JSON.stringify(sending.body),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinInMs),
  })
  if (status === 404) return undefined
  const answer = schema.safeParse(body)
  if (status !== 200 || !answer.success) throw new BankUnavailable(`YooKassa answered ${status} to ${path}`)
  return answer.data
}

async function exchange(url: string, request: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, request)
    return { status: response.status, body: parsed(await response.text()) }
  } catch (error) {
    throw new BankUnavailable('YooKassa did not answer', { cause: error })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const basicOf = ({ shopId, secretKey }: YookassaAccount) =>
  `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
