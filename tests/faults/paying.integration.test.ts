import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { createPayment, listPayments, notifyPayment, type Payment } from '../../contract/invoices.ts'
import { listReceipts } from '../../contract/receipts.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { changePaymentState, findPayment } from '../../server/adapters/bank/sandbox/store.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  readOrderState,
  returnUrl,
  type Shop,
} from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'

/**
 * One order, its buyer and its bank, with events in any order: selecting and changing the payment method, approving
 * and declining also on pages of ended attempts, lost, repeated, late and reordered notifications, concurrent
 * requests, and passing time. The promises hold after every step.
 */
type Step =
  | { do: 'choose'; method: 'card' | 'fast'; times: number }
  | { do: 'decide'; attempt: number; outcome: 'Succeeded' | 'Declined' }
  | { do: 'notify'; attempt: number; times: number }
  | { do: 'lie'; attempt: number }
  | { do: 'wait' }

const arbitraryAttempt = fc.nat(3)
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('choose' as const),
    method: fc.constantFrom('card' as const, 'fast' as const),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    do: fc.constant('decide' as const),
    attempt: arbitraryAttempt,
    outcome: fc.constantFrom('Succeeded' as const, 'Declined' as const),
  }),
  fc.record({
    do: fc.constant('notify' as const),
    attempt: arbitraryAttempt,
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('lie' as const), attempt: arbitraryAttempt }),
  fc.record({ do: fc.constant('wait' as const) }),
)

const total = 39000
const price = { card: 39000, fast: 37050 }

let shop: Shop
let event: Awaited<ReturnType<typeof createEventOnSale>>
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
})
afterAll(() => shop.close())

it('keeps all promises to buyer and shop after any events in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStep, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
      const bankIds: string[] = []
      for (const step of steps) {
        await runStep(step, invoiceId, bankIds)
        await checkInvariants(orderId, invoiceId, bankIds)
      }
      // polls the bank, to learn about lost notifications
      for (let round = 0; round < 3; round++) {
        shop.moveClock(6 * 60_000)
        await shop.jobs.drain()
      }
      await checkInvariants(orderId, invoiceId, bankIds)
      const isPaid = (await readBankStates(bankIds)).includes('Succeeded')
      expect(await readOrderState(shop, orderId)).toBe(isPaid ? 'Completed' : 'AwaitingPayment')
      const receipts = await fetchAnswer(shop.app, listReceipts, { query: { invoiceId } })
      expect(receipts.total).toBe(isPaid ? 1 : 0)
    }),
    { numRuns: selectByEffort({ quick: 6, full: 60, long: 600 }) },
  )
}, 600_000)

async function runStep(step: Step, invoiceId: string, bankIds: string[]): Promise<void> {
  if (step.do === 'wait') {
    shop.moveClock(61_000)
    await shop.jobs.drain()
    return
  }
  if (step.do === 'choose') {
    const body = { paymentTypeId: step.method, returnUrl }
    const answers = await Promise.all(
      Array.from({ length: step.times }, () =>
        sendCall(shop.app, createPayment, { params: { invoiceId }, body }),
      ),
    )
    const addresses = answers.flatMap((response) => {
      expect([201, 409]).toContain(response.statusCode)
      return response.statusCode === 201 ? [response.json<{ payUrl: string }>().payUrl] : []
    })
    expect(new Set(addresses).size).toBeLessThanOrEqual(1)
    const bankId = addresses[0]?.split('/').at(-1)
    if (bankId !== undefined && !bankIds.includes(bankId)) bankIds.push(bankId)
    return
  }
  const bankId = bankIds[step.attempt]
  if (bankId === undefined) return
  const { db } = shop.services
  if (step.do === 'decide') await changePaymentState(db, bankId, ['Created', 'Pending'], step.outcome)
  const known = await findPayment(db, bankId)
  if (!known) throw new Error('The bank has lost a payment')
  if (step.do === 'notify')
    for (let time = 0; time < step.times; time++)
      expect(await sendNotification(bankId, known.state, known.order.amount.amount)).toBe(204)
  if (step.do === 'lie') {
    expect(await sendNotification(bankId, 'Succeeded', known.order.amount.amount, 'wrong')).toBe(401)
    expect(await sendNotification(bankId, 'Succeeded', 1)).toBe(204)
  }
}

/** Checks the invariants. */
async function checkInvariants(
  orderId: string,
  invoiceId: string,
  bankIds: readonly string[],
): Promise<void> {
  const { items } = await fetchAnswer(shop.app, listPayments, { params: { invoiceId } })
  const attempts = items.filter(({ type }) => type === 'Payment')
  const isLive = ({ state }: Payment) => state === 'Created' || state === 'Pending'
  expect(attempts.filter(isLive).length).toBeLessThanOrEqual(1)
  const chargeCount = (await readBankStates(bankIds)).filter((state) => state === 'Succeeded').length
  expect(chargeCount).toBeLessThanOrEqual(1)
  for (const step of attempts) expect(step.amount.amount).toBe(price[step.paymentTypeId as 'card' | 'fast'])
  const isCompleted = (await readOrderState(shop, orderId)) === 'Completed'
  const paid = items
    .filter(({ state }) => state === 'Succeeded')
    .reduce((sum, step) => sum + step.amount.amount, 0)
  expect(paid).toBe(isCompleted ? total : 0)
  if (isCompleted) expect(chargeCount).toBe(1)
}

async function readBankStates(bankIds: readonly string[]): Promise<string[]> {
  const found = await Promise.all(bankIds.map((bankId) => findPayment(shop.services.db, bankId)))
  return found.flatMap((payment) => payment?.state ?? [])
}

/** Sends the bank's notification; a forged one is signed with another key. */
async function sendNotification(
  paymentId: string,
  state: string,
  amount: number,
  key?: string,
): Promise<number> {
  const body = JSON.stringify({
    event: 'payment.changed',
    paymentId,
    state,
    amount: { amount, currencyId: 643 },
  })
  const secret = key === undefined ? shop.services.config.secrets.sandboxBank : Buffer.from(key)
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: buildPath(notifyPayment, { provider: 'sandbox' }),
    headers: {
      host: 'one.test',
      'content-type': 'application/json',
      'x-sandbox-signature': signBody(body, secret, shop.services.clock()),
    },
    payload: body,
  })
  return statusCode
}
