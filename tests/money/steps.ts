import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  addCartItem,
  addPromotionalCode,
  checkOut,
  getCart,
  removeCartItem,
  removePromotionalCode,
  setCartCustomer,
} from '../../contract/cart.ts'
import { answer, send } from '../support/server/api-calls.ts'
import { type CartInMind, cartsCount, codesCount, holders, priceInMind, type Story } from './buyer.ts'
import {
  loseNotices,
  pay,
  press,
  refund,
  silence,
  takeAfterAll,
  tell,
  turnSilent,
  wait,
} from './money-steps.ts'
import { onCart, readCode, type Step, step } from './step.ts'
import { runnerNumber } from './till.ts'

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
    for (const one of answers) expect(await readCode(one, 204)).toBe(expected)
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
    expect(await readCode(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    const what = item.photoId === undefined ? 'package' : till.photoIds.indexOf(item.photoId)
    if (!cart.orderId) cart.items = cart.items.filter((other) => other !== what)
  })

const addCode = (place: number, nth: number) =>
  onCart(`code ${nth}`, place, async (cart, story) => {
    const code = story.codes[nth]
    // more attempts in ten minutes are rejected, which is tested elsewhere
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
    // a code that other orders have used up meanwhile is dropped
    const others = cart.codes.filter((other) => other !== nth && usesLeft(story, other) > 0)
    const isUsedUp = code.limit !== null && holders(story, code) >= code.limit
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
    expect(await readCode(response, 204)).toBe(expected)
    if (expected === 'ok' && !cart.codes.includes(nth)) cart.codes = [...others, nth]
  })

const removeCode = (place: number) =>
  onCart('take the code off', place, async (cart, story) => {
    const [nth] = cart.codes
    const code = nth === undefined ? undefined : story.codes[nth]
    if (!code) return
    const response = await send(story.till.app, removePromotionalCode, {
      params: { shoppingCartId: cart.id, codeId: code.id },
    })
    expect(await readCode(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    if (!cart.orderId) cart.codes = []
  })

const email = (place: number) =>
  onCart('e-mail', place, async (cart, { till }) => {
    const response = await send(till.app, setCartCustomer, {
      params: { shoppingCartId: cart.id },
      // a package is sold to an e-mail only once
      body: { email: `${cart.id}@mail.example` },
    })
    expect(await readCode(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    if (!cart.orderId) cart.hasEmail = true
  })

function refusalOfCheckout(cart: CartInMind, story: Story): string {
  if (cart.orderId !== undefined) return 'ok'
  if (cart.items.length === 0) return 'CartEmpty'
  if (!cart.hasEmail) return 'CustomerMissing'
  return cart.codes.some((nth) => usesLeft(story, nth) <= 0) ? 'PromoExhausted' : 'ok'
}

function usesLeft(story: Story, nth: number): number {
  const code = story.codes[nth]
  return code && code.limit !== null ? code.limit - holders(story, code) : Number.POSITIVE_INFINITY
}

function noteOrder(cart: CartInMind, made: { orderId: string; invoiceId: string }, story: Story): void {
  cart.orderId = made.orderId
  cart.invoiceId = made.invoiceId
  cart.total ??= priceInMind(cart, story.codes).total
}

const checkout = (place: number, times: number) =>
  onCart(`check out ×${times}`, place, async (cart, story) => {
    const expected = refusalOfCheckout(cart, story)
    const keys = [cart.key, cart.key, randomUUID()]
    const answers = await Promise.all(
      keys.slice(0, times).map((key) =>
        send(story.till.app, checkOut, {
          params: { shoppingCartId: cart.id },
          headers: { 'idempotency-key': key },
        }),
      ),
    )
    for (const one of answers) expect(await readCode(one, 200)).toBe(expected)
    if (expected !== 'ok') return
    const made = answers.map((one) => one.json<{ orderId: string; invoiceId: string }>())
    expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(1)
    if (cart.orderId) expect(made[0]?.orderId).toBe(cart.orderId)
    if (made[0]) noteOrder(cart, made[0], story)
  })

/** Checks out all carts concurrently: only one of them gets the last use of a code. */
const rush = step('everyone checks out', async ({ carts }, story) => {
  const ready = carts.filter((cart) => !cart.orderId && refusalOfCheckout(cart, story) === 'ok')
  const left = new Map(story.codes.map((_, nth) => [nth, usesLeft(story, nth)]))
  const answers = await Promise.all(
    ready.map((cart) =>
      send(story.till.app, checkOut, {
        params: { shoppingCartId: cart.id },
        headers: { 'idempotency-key': cart.key },
      }),
    ),
  )
  const refused: CartInMind[] = []
  for (const [at, cart] of ready.entries()) {
    const one = answers[at]
    if (one?.statusCode !== 200) {
      expect(one && (await readCode(one, 200))).toBe('PromoExhausted')
      refused.push(cart)
      continue
    }
    const { discounts } = priceInMind(cart, story.codes)
    for (const [index, nth] of cart.codes.entries())
      if (discounts[index]) left.set(nth, (left.get(nth) ?? 0) - 1)
    noteOrder(cart, one.json<{ orderId: string; invoiceId: string }>(), story)
  }
  for (const [nth, uses] of left) expect(uses, `uses left of code ${nth}`).toBeGreaterThanOrEqual(0)
  for (const cart of refused) expect(cart.codes.map((nth) => left.get(nth))).toContain(0)
})

const inTurn = (...all: Step[]): Step => ({
  check: () => true,
  run: async (mind, story) => {
    for (const one of all) await one.run(mind, story)
  },
  toString: () => all.map(String).join(', '),
})

/** Runs the usual sequence, so that scenarios make progress. */
const fill = (where: number, what: number | 'package', code: number): Step =>
  inTurn(add(where, what, 1), addCode(where, code), email(where))
const buy = (where: number, what: number | 'package', code: number, by: 'card' | 'fast'): Step =>
  inTurn(fill(where, what, code), checkout(where, 1), pay(where, by, 1))

const place = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(cartsCount - 1) },
)
/** Generates often the same code, which has one use. */
const code = fc.oneof(fc.constant(1), fc.nat(codesCount - 1))
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

/** All steps. */
export const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(place, item, times).map((args) => add(...args)),
  fc.tuple(place, item, times).map((args) => add(...args)),
  fc.tuple(place, fc.nat(3)).map((args) => remove(...args)),
  fc.tuple(place, code).map((args) => addCode(...args)),
  fc.tuple(place, code).map((args) => addCode(...args)),
  place.map(removeCode),
  place.map(email),
  fc.tuple(fc.nat(cartsCount - 1), item, code).map((args) => fill(...args)),
  fc.tuple(fc.nat(cartsCount - 1), item, code).map((args) => fill(...args)),
  fc.tuple(place, item, code, way).map((args) => buy(...args)),
  fc.tuple(place, item, code, way).map((args) => buy(...args)),
  fc.constant(rush),
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
