import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  addCartItem,
  addPromotionalCode,
  checkOut,
  createCart,
  getCart,
  removeCartItem,
  removePromotionalCode,
  setCartCustomer,
} from '../../contract/cart.ts'
import { createPayment } from '../../contract/invoices.ts'
import { movePayment } from '../../server/adapters/bank/sandbox/store.ts'
import { RefundRefused, refundInvoice } from '../../server/features/invoices/index.ts'
import { answer, send } from '../world/ask.ts'
import { returnUrl } from '../world/shop.ts'
import { type Fate, fatesOf, sumOf } from './books.ts'
import {
  type CartInMind,
  cartsCount,
  checkAll,
  codesCount,
  holders,
  type Mind,
  priceInMind,
  type Story,
} from './buyer.ts'
import { runnerNumber } from './till.ts'

type Step = fc.AsyncCommand<Mind, Story>

/** A step, with everything checked after it. */
function step(name: string, run: (mind: Mind, story: Story) => Promise<void>): Step {
  return {
    check: () => true,
    run: async (mind, story) => {
      await run(mind, story)
      await checkAll(mind, story)
    },
    toString: () => name,
  }
}

/** A step on one cart, which is made when it is first needed. */
function onCart(name: string, place: number, run: (cart: CartInMind, story: Story) => Promise<void>): Step {
  return step(`${name} [cart ${place}]`, async (mind, story) => {
    const cart = mind.carts[place]
    if (!cart) return
    if (!cart.isThere) {
      await answer(story.till.app, createCart, { body: { shoppingCartId: cart.id } })
      cart.isThere = true
    }
    await run(cart, story)
  })
}

async function codeOf(response: Awaited<ReturnType<typeof send>>, success: number): Promise<string> {
  return response.statusCode === success ? 'ok' : response.json<{ code: string }>().code
}

function refusalOfItem(cart: CartInMind, item: number | 'package'): string {
  if (cart.orderId) return 'CartProcessed'
  if (cart.items.includes(item)) return 'ProductAlreadyInCart'
  return cart.items.includes('package') && item !== 'package' && item < 3 ? 'PhotoInsidePackage' : 'ok'
}

const add = (place: number, item: number | 'package', times: number) =>
  onCart(`add ${item} ×${times}`, place, async (cart, { till }) => {
    const expected = refusalOfItem(cart, item)
    const body =
      item === 'package'
        ? { productId: till.products.package }
        : { productId: till.products.photo, photoId: till.photoIds[item] }
    const ask = {
      params: { shoppingCartId: cart.id },
      body,
      token: await till.token(item === 'package' ? runnerNumber : ''),
      headers: { 'idempotency-key': randomUUID() },
    }
    const answers = await Promise.all(Array.from({ length: times }, () => send(till.app, addCartItem, ask)))
    for (const one of answers) expect(await codeOf(one, 204)).toBe(expected)
    if (expected !== 'ok') return
    if (item === 'package') cart.items = cart.items.filter((other) => other === 'package' || other >= 3)
    cart.items.push(item)
  })

const remove = (place: number, nth: number) =>
  onCart(`remove ${nth}`, place, async (cart, { till }) => {
    const params = { shoppingCartId: cart.id }
    const { items } = await answer(till.app, getCart, { params })
    const item = items[nth]
    if (!item) return
    const itemId = item.shoppingCartItemId
    const response = await send(till.app, removeCartItem, { params: { ...params, itemId } })
    expect(await codeOf(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    const what = item.photoId === undefined ? 'package' : till.photoIds.indexOf(item.photoId)
    if (!cart.orderId) cart.items = cart.items.filter((other) => other !== what)
  })

const addCode = (place: number, nth: number) =>
  onCart(`code ${nth}`, place, async (cart, story) => {
    const code = story.codes[nth]
    // more tries in ten minutes are refused, which has a test of its own
    if (!code || cart.codeTries >= 9) return
    cart.codeTries += 1
    const response = await send(story.till.app, addPromotionalCode, {
      params: { shoppingCartId: cart.id },
      body: { code: code.text.toLowerCase() },
      address: story.address,
    })
    const fitting = cart.items.filter((item) =>
      code.kind === 'gift' ? item === 'package' : !code.photosOnly || item !== 'package',
    ).length
    const others = cart.codes.filter((other) => other !== nth)
    const isUsedUp = code.limit !== null && (await holders(story, code)) >= code.limit
    const expected = cart.orderId
      ? 'CartProcessed'
      : isUsedUp
        ? 'PromoExhausted'
        : cart.codes.includes(nth)
          ? 'ok'
          : fitting === 0
            ? 'PromoNotApplicable'
            : others.length > 0
              ? 'PromoConflict'
              : 'ok'
    expect(await codeOf(response, 204)).toBe(expected)
    if (expected === 'ok' && !cart.codes.includes(nth)) cart.codes.push(nth)
  })

const removeCode = (place: number) =>
  onCart('take the code off', place, async (cart, story) => {
    const [nth] = cart.codes
    const code = nth === undefined ? undefined : story.codes[nth]
    if (!code) return
    const response = await send(story.till.app, removePromotionalCode, {
      params: { shoppingCartId: cart.id, codeId: code.id },
    })
    expect(await codeOf(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    if (!cart.orderId) cart.codes = []
  })

const email = (place: number) =>
  onCart('e-mail', place, async (cart, { till }) => {
    const response = await send(till.app, setCartCustomer, {
      params: { shoppingCartId: cart.id },
      body: { email: 'anna.s@mail.example' },
    })
    expect(await codeOf(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    if (!cart.orderId) cart.hasEmail = true
  })

const checkout = (place: number, times: number) =>
  onCart(`check out ×${times}`, place, async (cart, story) => {
    const used = await Promise.all(
      cart.codes.map(async (nth) => {
        const code = story.codes[nth]
        return code && code.limit !== null && (await holders(story, code)) >= code.limit
      }),
    )
    const expected =
      cart.orderId !== undefined
        ? 'ok'
        : cart.items.length === 0
          ? 'CartEmpty'
          : !cart.hasEmail
            ? 'CustomerMissing'
            : used.includes(true)
              ? 'PromoExhausted'
              : 'ok'
    const keys = [cart.key, cart.key, randomUUID()]
    const answers = await Promise.all(
      keys.slice(0, times).map((key) =>
        send(story.till.app, checkOut, {
          params: { shoppingCartId: cart.id },
          headers: { 'idempotency-key': key },
        }),
      ),
    )
    for (const one of answers) expect(await codeOf(one, 200)).toBe(expected)
    if (expected !== 'ok') return
    const made = answers.map((one) => one.json<{ orderId: string; invoiceId: string }>())
    expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(1)
    if (cart.orderId) expect(made[0]?.orderId).toBe(cart.orderId)
    cart.orderId = made[0]?.orderId
    cart.invoiceId = made[0]?.invoiceId
    cart.total ??= priceInMind(cart, story.codes).total
  })

const pay = (place: number, way: 'card' | 'fast', times: number) =>
  onCart(`pay by ${way} ×${times}`, place, async (cart, { till }) => {
    if (!cart.invoiceId) return
    const ask = { params: { invoiceId: cart.invoiceId }, body: { paymentTypeId: way, returnUrl } }
    const before = await fateOf(cart, till.ground.db)
    const answers = await Promise.all(Array.from({ length: times }, () => send(till.app, createPayment, ask)))
    const codes = await Promise.all(answers.map((one) => codeOf(one, 201)))
    const state = before.invoices[0]?.state
    if (state !== 'Open') for (const code of codes) expect(code).toBe(`Invoice${state}`)
    else if (till.bankIsSilent) for (const code of codes) expect(code).toBe('ProviderUnavailable')
    else for (const code of codes) expect(['ok', 'InvoicePaid', 'PaymentInProgress']).toContain(code)
    const pages = answers.flatMap((one) =>
      one.statusCode === 201 ? one.json<{ payUrl: string }>().payUrl : [],
    )
    expect(new Set(pages).size, 'pages of the bank').toBeLessThanOrEqual(1)
  })

async function fateOf(cart: CartInMind, db: Parameters<typeof fatesOf>[0]): Promise<Fate> {
  const [fate] = await fatesOf(db, [cart.id])
  if (!fate) throw new Error('A cart is gone')
  return fate
}

const press = (place: number, nth: number, outcome: 'approve' | 'decline' | 'timeout') =>
  onCart(`press ${outcome} on page ${nth}`, place, async (cart, { till }) => {
    const page = (await fateOf(cart, till.ground.db)).bank.toReversed()[nth]
    if (page) await till.press(`http://one.test/bank/sandbox/${page.id}`, outcome)
  })

const takeAfterAll = (place: number) =>
  onCart('the bank takes what it had refused', place, async (cart, { till, insists }) => {
    const page = (await fateOf(cart, till.ground.db)).bank.find(({ state }) => state === 'Declined')
    if (!page) return
    await movePayment(till.ground.db, page.id, ['Declined'], 'Succeeded')
    const amount = { amount: page.amount, currencyId: 643 }
    const body = JSON.stringify({ event: 'payment.changed', paymentId: page.id, state: 'Succeeded', amount })
    insists.push(till.notices.push({ paymentId: page.id, body }) - 1)
  })

/** Any notice there ever was, again, several at once. */
const tell = (places: number[]) =>
  step(`tell ${places.join(' ')}`, async (_mind, { till }) => {
    const told = places.flatMap((place) => till.notices.at(-1 - place) ?? [])
    const statuses = await Promise.all(told.map((notice) => till.tell(notice)))
    for (const status of statuses) expect(status).toBe(204)
  })

const wait = (minutes: number) =>
  step(`wait ${minutes} min`, async (mind, { till }) => {
    till.moveClock(minutes * 60_000)
    await till.jobs.drain()
    for (const cart of mind.carts) cart.codeTries = minutes > 10 ? 0 : cart.codeTries
  })

/** A bank that is down for hours, while the shop goes on asking. */
const silence = (hours: number) =>
  step(`the bank is silent for ${hours} h`, async (_mind, { till }) => {
    till.bankIsSilent = true
    for (let half = 0; half < hours * 2; half++) {
      till.moveClock(30 * 60_000)
      await till.jobs.drain()
    }
    till.bankIsSilent = false
  })

const turnSilent = (isSilent: boolean) =>
  step(isSilent ? 'the bank falls silent' : 'the bank speaks', async (_mind, { till }) => {
    till.bankIsSilent = isSilent
  })

const loseNotices = (losesNotices: boolean) =>
  step(losesNotices ? 'notices get lost' : 'notices arrive', async (_mind, { till }) => {
    till.losesNotices = losesNotices
  })

const refund = (place: number, percent: number) =>
  onCart(`give back ${percent} %`, place, async (cart, { till }) => {
    if (!cart.invoiceId) return
    const fate = await fateOf(cart, till.ground.db)
    const counted = fate.entries.find(
      (one) => one.type === 'Payment' && one.state === 'Succeeded' && one.held === null,
    )
    const given = sumOf(
      fate.refunds.filter((one) => one.paymentId === counted?.id && one.state !== 'Declined'),
    )
    const left = (counted?.amount ?? 0) - given
    const amount = percent === 100 ? undefined : Math.ceil(((counted?.amount ?? 100) * percent) / 100)
    const isRefused = !counted || left < 1 || (amount ?? left) > left
    const asked = refundInvoice(till.context(), cart.invoiceId, { amount, note: 'asked by the buyer' })
    if (isRefused) await expect(asked).rejects.toBeInstanceOf(RefundRefused)
    else await asked
  })

/** The usual way, so that stories get somewhere. */
const buy = (where: number, what: number | 'package', by: 'card' | 'fast'): Step => {
  const all = [add(where, what, 1), email(where), checkout(where, 1), pay(where, by, 1)]
  return {
    check: () => true,
    run: async (mind, story) => {
      for (const one of all) await one.run(mind, story)
    },
    toString: () => all.map(String).join(', '),
  }
}

const place = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(cartsCount - 1) },
)
const times = fc.integer({ min: 1, max: 3 })
const way = fc.constantFrom('card' as const, 'fast' as const)
const item = fc.oneof(fc.nat(5), fc.constant('package' as const))

const page = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) })
const outcome = fc.constantFrom(
  'approve' as const,
  'approve' as const,
  'decline' as const,
  'timeout' as const,
)

/** Every step there is. */
export const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(place, item, times).map((args) => add(...args)),
  fc.tuple(place, item, times).map((args) => add(...args)),
  fc.tuple(place, fc.nat(3)).map((args) => remove(...args)),
  fc.tuple(place, fc.nat(codesCount - 1)).map((args) => addCode(...args)),
  fc.tuple(place, fc.nat(codesCount - 1)).map((args) => addCode(...args)),
  place.map(removeCode),
  place.map(email),
  fc.tuple(place, item, way).map((args) => buy(...args)),
  fc.tuple(place, item, way).map((args) => buy(...args)),
  fc.tuple(place, times).map((args) => checkout(...args)),
  fc.tuple(place, times).map((args) => checkout(...args)),
  fc.tuple(place, way, times).map((args) => pay(...args)),
  fc.tuple(place, way, times).map((args) => pay(...args)),
  ...Array.from({ length: 3 }, () => fc.tuple(place, page, outcome).map((args) => press(...args))),
  place.map(takeAfterAll),
  fc.array(fc.nat(8), { minLength: 1, maxLength: 4 }).map(tell),
  fc.constantFrom(0, 1, 2, 70).map(wait),
  fc.integer({ min: 1, max: 9 }).map((days) => wait(days * 24 * 60)),
  fc.constantFrom(1, 6).map(silence),
  fc.boolean().map(turnSilent),
  fc.boolean().map(loseNotices),
  fc.tuple(place, fc.constantFrom(30, 70, 100)).map((args) => refund(...args)),
]
