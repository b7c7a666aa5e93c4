import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { buildPath } from '../../contract/call.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { downloadReceipt, listReceipts } from '../../contract/receipts.ts'
import { changePaymentState } from '../../server/adapters/bank/sandbox/store.ts'
import { sandboxBankRefunds } from '../../server/adapters/bank/sandbox/tables.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import {
  applyPaymentEvent,
  findPayment,
  listRefunds,
  RefundRefused,
  refundInvoice,
} from '../../server/features/invoices/index.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  placePaidOrder,
  readOrderState,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
})
afterAll(() => shop.close())

const total = 39000
const createPaidOrder = async () => placePaidOrder(shop, await createReadyCart(shop, event))
const fetchOrder = (orderId: string) => fetchAnswer(shop.app, getOrder, { params: { orderId } })
const refund = (invoiceId: string, amount?: number) =>
  refundInvoice(shop.context(), invoiceId, { amount, note: '' })
/** Returns the sum of the bank's refunds, in minor units. */
async function sumBankRefunds(paymentIds: readonly (string | null | undefined)[]): Promise<number> {
  const rows = await shop.services.db.select().from(sandboxBankRefunds)
  return rows.filter((row) => paymentIds.includes(row.paymentId)).reduce((sum, row) => sum + row.amount, 0)
}
async function listBankIds(invoiceId: string) {
  const ids = (await listRefunds(shop.context(), invoiceId)).map(({ paymentId }) => paymentId)
  const attempts = await Promise.all(ids.map((id) => findPayment(shop.context(), id)))
  return attempts.map((attempt) => attempt?.providerPaymentId)
}

it('refunds a part: the order says so and stays available', async () => {
  const { orderId, invoiceId } = await createPaidOrder()
  await refund(invoiceId, 10_000)
  const requested = await fetchOrder(orderId)
  expect(requested.refundedAmount).toBeUndefined()
  expect(requested.refunds).toEqual([
    {
      amount: { amount: 10_000, currencyId: 643 },
      state: 'Created',
      changedOn: shop.services.clock().toISOString(),
    },
  ])
  shop.moveClock(60_000)
  await shop.jobs.drain()
  const refundedOrder = await fetchOrder(orderId)
  expect(refundedOrder).toMatchObject({
    state: 'Completed',
    refundedAmount: { amount: 10_000, currencyId: 643 },
    refunds: [{ state: 'Succeeded', changedOn: shop.services.clock().toISOString() }],
  })
  expect(refundedOrder.withdrawnOn).toBeUndefined()
  expect(await sumBankRefunds(await listBankIds(invoiceId))).toBe(10_000)
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  expect(items[0]?.downloads).toHaveLength(1)
})

it('delivers nothing more after a full refund', async () => {
  const { orderId, invoiceId } = await createPaidOrder()
  await refund(invoiceId)
  await shop.jobs.drain()
  expect(await fetchOrder(orderId)).toMatchObject({
    refundedAmount: { amount: total },
    withdrawnOn: shop.services.clock().toISOString(),
  })
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  expect(items[0]?.downloads).toBeUndefined()
  expect(await fetchProblemCode(shop.app, createArchive, { body: { orderId } })).toEqual([403, 'NotPaid'])
})

it('closes and deletes the archives of an order after a full refund, and packs no more', async () => {
  const { orderId, invoiceId } = await createPaidOrder()
  const requestArchive = async (language: string) => {
    const response = await sendCall(shop.app, createArchive, { body: { orderId }, language })
    return String(response.headers['x-archive-id'])
  }
  const fetchStatus = async (method: 'GET' | 'HEAD', url: string) =>
    (await shop.app.inject({ method, url, headers: { host: 'one.test' } })).statusCode
  const packedId = await requestArchive('ru')
  await refund(invoiceId, 10_000)
  await shop.jobs.drain()
  // a refund of a part closes nothing
  const { url = '' } = await fetchAnswer(shop.app, getArchive, { params: { archiveId: packedId } })
  expect([await fetchStatus('HEAD', url), await fetchStatus('GET', url)]).toEqual([200, 200])
  // packed last: jobs of an order with a packed archive run after all other due jobs
  const waitingId = await requestArchive('en')
  await refund(invoiceId)
  await shop.jobs.drain()
  for (const archiveId of [packedId, waitingId]) {
    const params = { archiveId }
    expect(await fetchProblemCode(shop.app, getArchive, { params })).toEqual([404, 'ArchiveNotFound'])
    expect(await fetchStatus('HEAD', buildPath(getArchive, params))).toBe(404)
  }
  expect([await fetchStatus('HEAD', url), await fetchStatus('GET', url)]).toEqual([404, 404])
  expect(await shop.services.objects.list('archives')).toEqual([])
})

it('creates a separate receipt for each refund, and a letter with a link to it', async () => {
  const { orderId, invoiceId } = await createPaidOrder()
  const first = await refund(invoiceId, 10_000)
  await shop.jobs.drain()
  shop.moveClock(1_000)
  const refundIds = [first, await refund(invoiceId)]
  await shop.jobs.drain()
  const { items } = await fetchAnswer(shop.app, listReceipts, { query: { invoiceId } })
  expect(items.map(({ refunded }) => refunded?.amount)).toEqual([undefined, 10_000, 29_000])
  const pages = await Promise.all(
    items.map(
      async ({ receiptId }) =>
        (await sendCall(shop.app, downloadReceipt, { query: { invoiceId, receiptId } })).body,
    ),
  )
  expect(pages.map((page) => /<h1>(\D+)\d/.exec(page)?.[1])).toEqual([
    'Чек по заказу ',
    'Чек возврата по заказу ',
    'Чек возврата по заказу ',
  ])
  expect(pages[1]).toMatch(/Возвращено<\/td><td class="sum">100,00/)
  const paymentReceipt = await sendCall(shop.app, downloadReceipt, { query: { invoiceId } })
  expect(paymentReceipt.body).toBe(pages[0])
  const other = await createPaidOrder()
  const query = { invoiceId: other.invoiceId, receiptId: items[1]?.receiptId ?? '' }
  expect(await fetchProblemCode(shop.app, downloadReceipt, { query })).toEqual([404, 'ReceiptNotFound'])
  for (const [index, refundId] of refundIds.entries()) {
    const file = join(shop.services.config.dataDir, 'outbox', `refund-${refundId}.eml`)
    const letter = (await readFile(file, 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(letter).toContain(`http://one.test/order/${orderId}`)
    expect(letter).toContain(`receiptId=${items[index + 1]?.receiptId}`)
  }
})

it('never refunds more than was paid, also for concurrent requests', async () => {
  const { invoiceId } = await createPaidOrder()
  const requested = await Promise.allSettled(
    [30_000, 30_000, 9_000].map((amount) => refund(invoiceId, amount)),
  )
  const rejected = requested.filter((one) => one.status === 'rejected')
  expect(rejected).toHaveLength(1)
  expect((rejected[0] as PromiseRejectedResult).reason).toBeInstanceOf(RefundRefused)
  await shop.jobs.drain()
  expect(await sumBankRefunds(await listBankIds(invoiceId))).toBe(total)
  await expect(refund(invoiceId)).rejects.toBeInstanceOf(RefundRefused)
})

it('refunds nothing of an unpaid order', async () => {
  const { invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  await expect(refund(invoiceId)).rejects.toBeInstanceOf(RefundRefused)
})

it('refunds a double payment automatically, once, and the order stays delivered', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  const first = (await startPayment(shop, invoiceId, 'card')).payUrl.split('/').at(-1) ?? ''
  const second = (await startPayment(shop, invoiceId, 'fast')).payUrl
  await shop.pressBankButton(second, 'approve')
  await shop.jobs.drain()
  // the bank has also charged the first payment, despite our cancellation
  await changePaymentState(shop.services.db, first, ['Declined'], 'Succeeded')
  const paymentEvent = { provider: 'sandbox', providerPaymentId: first, state: 'Succeeded' as const }
  const amount = { amount: total, currencyId: 643 as const }
  expect(await applyPaymentEvent(shop.context(), { ...paymentEvent, amount })).toBe('needsReview')
  await applyPaymentEvent(shop.context(), { ...paymentEvent, amount })
  await shop.jobs.drain()
  expect(await sumBankRefunds([first])).toBe(total)
  expect(await readOrderState(shop, orderId)).toBe('Completed')
  const refundedOrder = await fetchOrder(orderId)
  expect([refundedOrder.refundedAmount, refundedOrder.refunds, refundedOrder.withdrawnOn]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect((await fetchAnswer(shop.app, listReceipts, { query: { invoiceId } })).total).toBe(1)
})
