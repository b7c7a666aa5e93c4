import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getOrder } from '../../contract/orders.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { answer } from '../support/server/api-calls.ts'
import { type CodeCount, type Fate, readBooks } from './books.ts'
import { checkCode, checkFate, checkQuiet, checkStep } from './invariants.ts'
import { type CodeOnList, computePrice, toPay } from './price-oracle.ts'
import type { Till } from './till.ts'

/** Expected state of a cart, from the actions of the buyer. */
export interface CartInMind {
  readonly id: string
  isThere: boolean
  hasEmail: boolean
  /** Indexes of photos, or the package. */
  items: (number | 'package')[]
  /** Indexes of codes, in the order they were added. */
  codes: number[]
  codeTries: number
  /** Idempotency key of its checkout. */
  readonly key: string
  orderId: string | undefined
  invoiceId: string | undefined
  total: number | undefined
  canceled: boolean
}

/** Model of a code: how many orders use it. */
export interface CodeInMind extends CodeOnList {
  readonly id: string
  readonly text: string
  readonly limit: number | null
}

export interface Mind {
  readonly carts: readonly CartInMind[]
  /** Remaining duration: completed jobs are counted, and deleted after 30 days. */
  minutesLeft: number
}

const longestStoryInMinutes = 29 * 24 * 60

/** State of one scenario: its codes, and the records after the previous step. */
export interface Story {
  readonly till: Till
  readonly codes: readonly CodeInMind[]
  readonly address: string
  readonly before: Map<string, Fate>
  readonly counts: Map<string, CodeCount>
  /** Indexes of notifications that the bank repeats, because a declined payment was charged later. */
  readonly insists: number[]
}

const inputs: readonly (CodeOnList & { limit: number | null })[] = [
  { kind: 'percent', value: 10, limit: null },
  { kind: 'percent', value: 15, limit: 1 },
  { kind: 'fixed', value: 50_000, limit: 1 },
  { kind: 'gift', value: 0, limit: 1 },
  { kind: 'percent', value: 33, photosOnly: true, limit: 2 },
]
export const codesCount = inputs.length
export const cartsCount = 3

let stories = 0

/** Starts a scenario on an empty shop. */
export async function newStory(till: Till): Promise<{ model: Mind; real: Story }> {
  await till.forgetBuyers()
  const codes: CodeInMind[] = []
  for (const { photosOnly, limit, kind, value } of inputs) {
    const text = `M-${newId()}`.toUpperCase().replaceAll('_', '-')
    const { id } = await createPromoCode(till.context(), {
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
    isThere: false,
    hasEmail: false,
    items: [],
    codes: [],
    codeTries: 0,
    key: randomUUID(),
    orderId: undefined,
    invoiceId: undefined,
    total: undefined,
    canceled: false,
  }))
  till.losesNotices = false
  till.bankIsSilent = false
  stories += 1
  const address = `10.${(stories >> 16) & 255}.${(stories >> 8) & 255}.${stories & 255}`
  return {
    model: { carts, minutesLeft: longestStoryInMinutes },
    real: { till, codes, address, before: new Map(), counts: new Map(), insists: [] },
  }
}

/** Returns the oracle's price of a cart. */
export function priceInMind(cart: CartInMind, codes: readonly CodeInMind[]) {
  const photos = cart.items.filter((item) => item !== 'package').length
  return computePrice(
    { photos, packages: cart.items.length - photos },
    cart.codes.map((place) => codes[place] as CodeInMind),
  )
}

/** Counts the orders that use a code, independently of the code's counter. */
export function holders(story: Story, code: CodeInMind): number {
  return story.counts.get(code.id)?.live ?? 0
}

/** Checks all invariants. */
export async function checkAll(mind: Mind, story: Story): Promise<Fate[]> {
  const carts = mind.carts.filter(({ isThere }) => isThere)
  const { fates, codes } = await readBooks(
    story.till.services.db,
    carts.map(({ id }) => id),
    story.codes.map(({ id }) => id),
  )
  expect(fates.length).toBe(carts.length)
  for (const cart of carts) {
    const fate = fates.find(({ cartId }) => cartId === cart.id)
    if (!fate) throw new Error('A cart is gone')
    expect(fate.items, 'items in the cart').toBe(cart.items.length)
    expect(fate.orders[0]?.id, 'the order that was acknowledged').toBe(cart.orderId)
    checkFate(fate, cart.total === undefined ? undefined : { total: cart.total })
    const before = story.before.get(cart.id)
    if (before) checkStep(before, fate)
    story.before.set(cart.id, fate)
    await checkDownloads(story.till, fate)
  }
  expect(codes.length).toBe(story.codes.length)
  for (const count of codes) {
    checkCode(count)
    story.counts.set(count.id, count)
  }
  // includes expired orders that were paid later; other orders may have taken the uses of a limited code
  const unlimited = new Set(codes.filter(({ usageLimit }) => usageLimit === null).map(({ id }) => id))
  for (const { orders, redemptions } of fates)
    if (orders[0]?.state === 'Completed' && !orders[0].withdrawn)
      for (const { codeId, counts } of redemptions)
        if (unlimited.has(codeId)) expect(counts, 'a code of a paid order counts').toBe(true)
  return fates
}

/** Checks that files are available exactly for paid and not refunded items. */
async function checkDownloads(till: Till, fate: Fate): Promise<void> {
  const [order] = fate.orders
  if (!order) return
  const { statusCode, body } = await till.app.inject({
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
async function checkSum({ app }: Till, { orders: [order], entries }: Fate): Promise<void> {
  if (!order) return
  const attempts = entries.filter(({ type }) => type === 'Payment')
  const paid = attempts.find(({ state, reviewReason }) => state === 'Succeeded' && reviewReason === null)
  const { amountToPay } = await answer(app, getOrder, { params: { orderId: order.id } })
  const expected = paid?.amount ?? toPay(order.total, attempts.at(-1)?.way ?? 'fast')
  expect(amountToPay?.amount, 'what an order says it comes to').toBe(expected)
}

const minuteInMs = 60_000

/** Finishes a scenario: polls for lost notifications and runs all jobs. */
export async function endStory(mind: Mind, story: Story): Promise<void> {
  const { till } = story
  till.losesNotices = false
  till.bankIsSilent = false
  for (const place of story.insists) {
    const notice = till.notices[place]
    if (notice) expect(await till.sendNotice(notice)).toBe(204)
  }
  // the longest polling interval is an hour, plus 25 % jitter
  for (const minutes of [1, 5, 76, 76]) {
    till.moveClock(minutes * minuteInMs)
    await till.jobs.drain()
  }
  const fates = await checkAll(mind, story)
  for (const fate of fates) {
    const id = `order-${fate.orders[0]?.id}`
    await checkSum(till, fate)
    checkQuiet(fate, till.letters.filter((letter) => letter.id === id).length)
  }
}
