import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getOrder } from '../../contract/orders.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { answer } from '../world/ask.ts'
import { type CodeCount, type Fate, readBooks } from './books.ts'
import { checkCode, checkFate, checkQuiet, checkStep } from './invariants.ts'
import { type CodeOnList, priceOf, toPay } from './price-oracle.ts'
import type { Till } from './till.ts'

/** What a buyer has done to a cart, as the test remembers it. */
export interface CartInMind {
  readonly id: string
  isThere: boolean
  hasEmail: boolean
  /** Places of photos, or the package. */
  items: (number | 'package')[]
  /** Places of codes, in the order they were put in. */
  codes: number[]
  codeTries: number
  /** The key under which it was checked out. */
  readonly key: string
  orderId: string | undefined
  invoiceId: string | undefined
  total: number | undefined
  canceled: boolean
}

/** A code in mind: how many orders hold it. */
export interface CodeInMind extends CodeOnList {
  readonly id: string
  readonly text: string
  readonly limit: number | null
}

export interface Mind {
  readonly carts: readonly CartInMind[]
  /** Jobs that are done are counted, and forgotten after 30 days: a story ends before. */
  minutesLeft: number
}

const longestStoryInMinutes = 29 * 24 * 60

/** One story: its carts, its codes, and what the books said of them after the step before. */
export interface Story {
  readonly till: Till
  readonly codes: readonly CodeInMind[]
  readonly address: string
  readonly before: Map<string, Fate>
  readonly counts: Map<string, CodeCount>
  /** Notices that the bank insists on: the money was taken after all. */
  readonly insists: number[]
}

const wishes: readonly (CodeOnList & { limit: number | null })[] = [
  { kind: 'percent', value: 10, limit: null },
  { kind: 'percent', value: 15, limit: 1 },
  { kind: 'fixed', value: 50_000, limit: 1 },
  { kind: 'gift', value: 0, limit: 1 },
  { kind: 'percent', value: 33, photosOnly: true, limit: 2 },
]
export const codesCount = wishes.length
export const cartsCount = 3

let stories = 0

/** Begins where the last one has left nothing behind. */
export async function newStory(till: Till): Promise<{ model: Mind; real: Story }> {
  await till.forgetBuyers()
  const codes: CodeInMind[] = []
  for (const { photosOnly, limit, kind, value } of wishes) {
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

/** What the oracle says of a cart. */
export function priceInMind(cart: CartInMind, codes: readonly CodeInMind[]) {
  const photos = cart.items.filter((item) => item !== 'package').length
  return priceOf(
    { photos, packages: cart.items.length - photos },
    cart.codes.map((place) => codes[place] as CodeInMind),
  )
}

/** How many orders hold a code, by the books and not by the code's own count. */
export function holders(story: Story, code: CodeInMind): number {
  return story.counts.get(code.id)?.live ?? 0
}

/** Checks everything that holds at every moment. */
export async function checkAll(mind: Mind, story: Story): Promise<Fate[]> {
  const carts = mind.carts.filter(({ isThere }) => isThere)
  const { fates, codes } = await readBooks(
    story.till.ground.db,
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
  // also of an order that died and was paid after all; of a limited code the uses may have gone to others meanwhile
  const unlimited = new Set(codes.filter(({ usageLimit }) => usageLimit === null).map(({ id }) => id))
  for (const { orders, redemptions } of fates)
    if (orders[0]?.state === 'Completed' && !orders[0].withdrawn)
      for (const { codeId, counts } of redemptions)
        if (unlimited.has(codeId)) expect(counts, 'a code of a paid order counts').toBe(true)
  return fates
}

/** Files are to be had exactly of what is paid and not given back. */
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

/** An order says what was paid, or what it comes to the way that was begun last, the cheapest when none was. */
async function checkSum({ app }: Till, { orders: [order], entries }: Fate): Promise<void> {
  if (!order) return
  const attempts = entries.filter(({ type }) => type === 'Payment')
  const paid = attempts.find(({ state, held }) => state === 'Succeeded' && held === null)
  const { amountToPay } = await answer(app, getOrder, { params: { orderId: order.id } })
  const expected = paid?.amount ?? toPay(order.total, attempts.at(-1)?.way ?? 'fast')
  expect(amountToPay?.amount, 'what an order says it comes to').toBe(expected)
}

const minuteInMs = 60_000

/** Ends a story: whatever was lost is asked for, and all work is done. */
export async function endStory(mind: Mind, story: Story): Promise<void> {
  const { till } = story
  till.losesNotices = false
  till.bankIsSilent = false
  for (const place of story.insists) {
    const notice = till.notices[place]
    if (notice) expect(await till.tell(notice)).toBe(204)
  }
  // the longest gap between two questions is an hour, and a quarter of one by jitter
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
