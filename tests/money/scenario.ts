import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getOrder } from '../../contract/orders.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { type CartRecord, type CodeCount, readBooks } from './cart-records.ts'
import type { FaultyShop } from './faulty-shop.ts'
import { checkCartRecord, checkCode, checkFinalState, checkTransition } from './invariants.ts'
import { computeAmountToPay, computePrice, type ListedCode } from './price-oracle.ts'

/** Expected state of a cart, from the actions of the buyer. */
export interface ModelCart {
  readonly id: string
  isCreated: boolean
  hasEmail: boolean
  /** Indexes of photos, or the package. */
  items: (number | 'package')[]
  /** Indexes of codes, in the order they were added. */
  codes: number[]
  codeAttempts: number
  /** Idempotency key of its checkout. */
  readonly key: string
  orderId: string | undefined
  invoiceId: string | undefined
  total: number | undefined
  canceled: boolean
}

/** Model of a code: how many orders use it. */
export interface ModelCode extends ListedCode {
  readonly id: string
  readonly text: string
  readonly limit: number | null
}

export interface Model {
  readonly carts: readonly ModelCart[]
  /** Remaining duration: completed jobs are counted, and deleted after 30 days. */
  minutesLeft: number
}

const maxScenarioInMinutes = 29 * 24 * 60

/** State of one scenario: its codes, and the records after the previous step. */
export interface Scenario {
  readonly shop: FaultyShop
  readonly codes: readonly ModelCode[]
  readonly address: string
  readonly recordsBefore: Map<string, CartRecord>
  readonly codeCounts: Map<string, CodeCount>
  /** Indexes of notifications that the bank repeats, because a declined payment was charged later. */
  readonly repeatedNotifications: number[]
}

const codeInputs: readonly (ListedCode & { limit: number | null })[] = [
  { kind: 'percent', value: 10, limit: null },
  { kind: 'percent', value: 15, limit: 1 },
  { kind: 'fixed', value: 50_000, limit: 1 },
  { kind: 'gift', value: 0, limit: 1 },
  { kind: 'percent', value: 33, photosOnly: true, limit: 2 },
]
export const codesCount = codeInputs.length
export const cartsCount = 3

let scenarioCount = 0

/** Starts a scenario on an empty shop. */
export async function createScenario(shop: FaultyShop): Promise<{ model: Model; real: Scenario }> {
  await shop.resetSales()
  const codes: ModelCode[] = []
  for (const { photosOnly, limit, kind, value } of codeInputs) {
    const text = `M-${newId()}`.toUpperCase().replaceAll('_', '-')
    const { id } = await createPromoCode(shop.context(), {
      code: text,
      kind,
      value,
      usageLimit: limit,
      ...(photosOnly ? { productTypes: ['photo'] } : {}),
    })
    codes.push({ id, text, limit, kind, value, ...(photosOnly ? { photosOnly } : {}) })
  }
  const carts = Array.from({ length: cartsCount }, () => ({
    id: randomUUID(),
    isCreated: false,
    hasEmail: false,
    items: [],
    codes: [],
    codeAttempts: 0,
    key: randomUUID(),
    orderId: undefined,
    invoiceId: undefined,
    total: undefined,
    canceled: false,
  }))
  shop.dropsNotifications = false
  shop.isBankSilent = false
  scenarioCount += 1
  const address = `10.${(scenarioCount >> 16) & 255}.${(scenarioCount >> 8) & 255}.${scenarioCount & 255}`
  return {
    model: { carts, minutesLeft: maxScenarioInMinutes },
    real: {
      shop,
      codes,
      address,
      recordsBefore: new Map(),
      codeCounts: new Map(),
      repeatedNotifications: [],
    },
  }
}

/** Returns the oracle's price of a cart. */
export function computeModelPrice(cart: ModelCart, codes: readonly ModelCode[]) {
  const photos = cart.items.filter((item) => item !== 'package').length
  return computePrice(
    { photos, packages: cart.items.length - photos },
    cart.codes.map((index) => codes[index] as ModelCode),
  )
}

/** Counts the orders that use a code, independently of the code's counter. */
export function countUses(scenario: Scenario, code: ModelCode): number {
  return scenario.codeCounts.get(code.id)?.live ?? 0
}

/** Checks all invariants. */
export async function checkInvariants(model: Model, scenario: Scenario): Promise<CartRecord[]> {
  const carts = model.carts.filter(({ isCreated }) => isCreated)
  const { cartRecords: records, codes } = await readBooks(
    scenario.shop.services.db,
    carts.map(({ id }) => id),
    scenario.codes.map(({ id }) => id),
  )
  expect(records.length).toBe(carts.length)
  for (const cart of carts) {
    const record = records.find(({ cartId }) => cartId === cart.id)
    if (!record) throw new Error('A cart is gone')
    expect(record.items, 'items in the cart').toBe(cart.items.length)
    expect(record.orders[0]?.id, 'the order that was acknowledged').toBe(cart.orderId)
    checkCartRecord(record, cart.total === undefined ? undefined : { total: cart.total })
    const recordBefore = scenario.recordsBefore.get(cart.id)
    if (recordBefore) checkTransition(recordBefore, record)
    scenario.recordsBefore.set(cart.id, record)
    await checkDownloads(scenario.shop, record)
  }
  expect(codes.length).toBe(scenario.codes.length)
  for (const count of codes) {
    checkCode(count)
    scenario.codeCounts.set(count.id, count)
  }
  // includes expired orders that were paid later; other orders may have taken the uses of a limited code
  const unlimited = new Set(codes.filter(({ usageLimit }) => usageLimit === null).map(({ id }) => id))
  for (const { orders, redemptions } of records)
    if (orders[0]?.state === 'Completed' && !orders[0].withdrawn)
      for (const { codeId, counts } of redemptions)
        if (unlimited.has(codeId)) expect(counts, 'a code of a paid order counts').toBe(true)
  return records
}

/** Checks that files are available exactly for paid and not refunded items. */
async function checkDownloads(shop: FaultyShop, record: CartRecord): Promise<void> {
  const [order] = record.orders
  if (!order) return
  const { statusCode, body } = await shop.app.inject({
    url: `/public/orders/api/v1/orders/${order.id}/items`,
    headers: { host: 'one.test' },
  })
  expect(statusCode).toBe(200)
  const { items } = JSON.parse(body) as { items: { downloads?: unknown[] }[] }
  const isDelivered = order.state === 'Completed' && !order.withdrawn
  for (const { downloads } of items)
    if (isDelivered) expect(downloads?.length, 'files of a paid item').toBeGreaterThan(0)
    else expect(downloads, 'files of an unpaid item').toBeUndefined()
}

/** Checks the amount to pay: the paid amount, or that of the last attempt's method, or the lowest one. */
async function checkAmountToPay(
  { app }: FaultyShop,
  { orders: [order], entries }: CartRecord,
): Promise<void> {
  if (!order) return
  const attempts = entries.filter(({ type }) => type === 'Payment')
  const paid = attempts.find(({ state, reviewReason }) => state === 'Succeeded' && reviewReason === null)
  const { amountToPay } = await fetchAnswer(app, getOrder, { params: { orderId: order.id } })
  const expected = paid?.amount ?? computeAmountToPay(order.total, attempts.at(-1)?.way ?? 'fast')
  expect(amountToPay?.amount, 'what an order says it comes to').toBe(expected)
}

const minuteInMs = 60_000

/** Finishes a scenario: polls for lost notifications and runs all jobs. */
export async function finishScenario(model: Model, scenario: Scenario): Promise<void> {
  const { shop } = scenario
  shop.dropsNotifications = false
  shop.isBankSilent = false
  for (const index of scenario.repeatedNotifications) {
    const notification = shop.notifications[index]
    if (notification) expect(await shop.sendNotification(notification)).toBe(204)
  }
  // the longest polling interval is an hour, plus 25 % jitter
  for (const minutes of [1, 5, 76, 76]) {
    shop.moveClock(minutes * minuteInMs)
    await shop.jobs.drain()
  }
  const records = await checkInvariants(model, scenario)
  for (const record of records) {
    const id = `order-${record.orders[0]?.id}`
    await checkAmountToPay(shop, record)
    checkFinalState(record, shop.sentEmails.filter((letter) => letter.id === id).length)
  }
}
