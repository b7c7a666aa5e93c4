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
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import { runnerBib } from './faulty-shop.ts'
import {
  chargeDeclinedPayment,
  payInvoice,
  pressBankButton,
  refund,
  resendNotifications,
  setBankSilent,
  setDropsNotifications,
  silenceBankFor,
  waitMinutes,
} from './payment-steps.ts'
import {
  cartsCount,
  codesCount,
  computeModelPrice,
  countUses,
  type ModelCart,
  type Scenario,
} from './scenario.ts'
import { createCartStep, createStep, readCode, type Step } from './step.ts'

function predictItemCode(cart: ModelCart, item: number | 'package'): string {
  if (cart.orderId) return 'CartProcessed'
  if (cart.items.includes(item)) return 'ProductAlreadyInCart'
  return cart.items.includes('package') && item !== 'package' && item < 3 ? 'PhotoInsidePackage' : 'ok'
}

const addItem = (cartIndex: number, item: number | 'package', arbitraryTimes: number) =>
  createCartStep(`add ${item} ×${arbitraryTimes}`, cartIndex, async (cart, { shop }) => {
    const expected = predictItemCode(cart, item)
    const body =
      item === 'package'
        ? { productId: shop.products.package }
        : { productId: shop.products.photo, photoId: shop.photoIds[item] }
    const input = {
      params: { shoppingCartId: cart.id },
      body,
      token: await shop.token(item === 'package' ? runnerBib : ''),
      headers: { 'idempotency-key': randomUUID() },
    }
    const answers = await Promise.all(
      Array.from({ length: arbitraryTimes }, () => sendCall(shop.app, addCartItem, input)),
    )
    for (const one of answers) expect(await readCode(one, 204)).toBe(expected)
    if (expected !== 'ok') return
    if (item === 'package') cart.items = cart.items.filter((other) => other === 'package' || other >= 3)
    cart.items.push(item)
  })

const removeItem = (cartIndex: number, nth: number) =>
  createCartStep(`remove ${nth}`, cartIndex, async (cart, { shop }) => {
    const params = { shoppingCartId: cart.id }
    const { items } = await fetchAnswer(shop.app, getCart, { params })
    const item = items[nth]
    if (!item) return
    const itemId = item.shoppingCartItemId
    const response = await sendCall(shop.app, removeCartItem, { params: { ...params, itemId } })
    expect(await readCode(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    const itemKind = item.photoId === undefined ? 'package' : shop.photoIds.indexOf(item.photoId)
    if (!cart.orderId) cart.items = cart.items.filter((other) => other !== itemKind)
  })

const addCode = (cartIndex: number, nth: number) =>
  createCartStep(`code ${nth}`, cartIndex, async (cart, scenario) => {
    const code = scenario.codes[nth]
    // more attempts in ten minutes are rejected, which is tested elsewhere
    if (!code || cart.codeAttempts >= 9) return
    cart.codeAttempts += 1
    const response = await sendCall(scenario.shop.app, addPromotionalCode, {
      params: { shoppingCartId: cart.id },
      body: { code: code.text.toLowerCase() },
      address: scenario.address,
    })
    const fittingCount = cart.items.filter((item) =>
      code.kind === 'gift' ? item === 'package' : !code.photosOnly || item !== 'package',
    ).length
    // a code that other orders have used up meanwhile is dropped
    const otherCodes = cart.codes.filter((other) => other !== nth && countUsesLeft(scenario, other) > 0)
    const isUsedUp = code.limit !== null && countUses(scenario, code) >= code.limit
    const expected = cart.orderId
      ? 'CartProcessed'
      : isUsedUp
        ? 'PromoExhausted'
        : cart.codes.includes(nth)
          ? 'ok'
          : fittingCount === 0
            ? 'PromoNotApplicable'
            : otherCodes.length > 0
              ? 'PromoConflict'
              : 'ok'
    expect(await readCode(response, 204)).toBe(expected)
    if (expected === 'ok' && !cart.codes.includes(nth)) cart.codes = [...otherCodes, nth]
  })

const removeCode = (cartIndex: number) =>
  createCartStep('take the code off', cartIndex, async (cart, scenario) => {
    const [nth] = cart.codes
    const code = nth === undefined ? undefined : scenario.codes[nth]
    if (!code) return
    const response = await sendCall(scenario.shop.app, removePromotionalCode, {
      params: { shoppingCartId: cart.id, codeId: code.id },
    })
    expect(await readCode(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    if (!cart.orderId) cart.codes = []
  })

const setEmail = (cartIndex: number) =>
  createCartStep('e-mail', cartIndex, async (cart, { shop, address }) => {
    const response = await sendCall(shop.app, setCartCustomer, {
      params: { shoppingCartId: cart.id },
      // a package is sold to an e-mail only once
      body: { email: `${cart.id}@mail.example` },
      address,
    })
    expect(await readCode(response, 204)).toBe(cart.orderId ? 'CartProcessed' : 'ok')
    if (!cart.orderId) cart.hasEmail = true
  })

function predictCheckoutCode(cart: ModelCart, scenario: Scenario): string {
  if (cart.orderId !== undefined) return 'ok'
  if (cart.items.length === 0) return 'CartEmpty'
  if (!cart.hasEmail) return 'CustomerMissing'
  return cart.codes.some((nth) => countUsesLeft(scenario, nth) <= 0) ? 'PromoExhausted' : 'ok'
}

function countUsesLeft(scenario: Scenario, nth: number): number {
  const code = scenario.codes[nth]
  return code && code.limit !== null ? code.limit - countUses(scenario, code) : Number.POSITIVE_INFINITY
}

function recordOrder(
  cart: ModelCart,
  placedOrders: { orderId: string; invoiceId: string },
  scenario: Scenario,
): void {
  cart.orderId = placedOrders.orderId
  cart.invoiceId = placedOrders.invoiceId
  cart.total ??= computeModelPrice(cart, scenario.codes).total
}

const checkOutCart = (cartIndex: number, arbitraryTimes: number) =>
  createCartStep(`check out ×${arbitraryTimes}`, cartIndex, async (cart, scenario) => {
    const expected = predictCheckoutCode(cart, scenario)
    const keys = [cart.key, cart.key, randomUUID()]
    const answers = await Promise.all(
      keys.slice(0, arbitraryTimes).map((key) =>
        sendCall(scenario.shop.app, checkOut, {
          params: { shoppingCartId: cart.id },
          headers: { 'idempotency-key': key },
        }),
      ),
    )
    for (const one of answers) expect(await readCode(one, 200)).toBe(expected)
    if (expected !== 'ok') return
    const placedOrders = answers.map((one) => one.json<{ orderId: string; invoiceId: string }>())
    expect(new Set(placedOrders.map(({ orderId }) => orderId)).size).toBe(1)
    if (cart.orderId) expect(placedOrders[0]?.orderId).toBe(cart.orderId)
    if (placedOrders[0]) recordOrder(cart, placedOrders[0], scenario)
  })

/** Checks out all carts concurrently: only one of them gets the last use of a code. */
const checkOutAll = createStep('everyone checks out', async ({ carts }, scenario) => {
  const ready = carts.filter((cart) => !cart.orderId && predictCheckoutCode(cart, scenario) === 'ok')
  const usesLeftByCode = new Map(scenario.codes.map((_, nth) => [nth, countUsesLeft(scenario, nth)]))
  const answers = await Promise.all(
    ready.map((cart) =>
      sendCall(scenario.shop.app, checkOut, {
        params: { shoppingCartId: cart.id },
        headers: { 'idempotency-key': cart.key },
      }),
    ),
  )
  const refused: ModelCart[] = []
  for (const [cartNumber, cart] of ready.entries()) {
    const one = answers[cartNumber]
    if (one?.statusCode !== 200) {
      expect(one && (await readCode(one, 200))).toBe('PromoExhausted')
      refused.push(cart)
      continue
    }
    const { discounts } = computeModelPrice(cart, scenario.codes)
    for (const [index, nth] of cart.codes.entries())
      if (discounts[index]) usesLeftByCode.set(nth, (usesLeftByCode.get(nth) ?? 0) - 1)
    recordOrder(cart, one.json<{ orderId: string; invoiceId: string }>(), scenario)
  }
  for (const [nth, uses] of usesLeftByCode) expect(uses, `uses left of code ${nth}`).toBeGreaterThanOrEqual(0)
  for (const cart of refused) expect(cart.codes.map((nth) => usesLeftByCode.get(nth))).toContain(0)
})

const runInOrder = (...steps: Step[]): Step => ({
  check: () => true,
  run: async (model, scenario) => {
    for (const one of steps) await one.run(model, scenario)
  },
  toString: () => steps.map(String).join(', '),
})

/** Runs the usual sequence, so that scenarios make progress. */
const fillCart = (cartIndex: number, itemKind: number | 'package', code: number): Step =>
  runInOrder(addItem(cartIndex, itemKind, 1), addCode(cartIndex, code), setEmail(cartIndex))
const buyCart = (
  cartIndex: number,
  itemKind: number | 'package',
  code: number,
  method: 'card' | 'fast',
): Step =>
  runInOrder(
    fillCart(cartIndex, itemKind, code),
    checkOutCart(cartIndex, 1),
    payInvoice(cartIndex, method, 1),
  )

const cartIndex = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(cartsCount - 1) },
)
/** Generates often the same code, which has one use. */
const code = fc.oneof(fc.constant(1), fc.nat(codesCount - 1))
const arbitraryTimes = fc.integer({ min: 1, max: 3 })
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
  fc.tuple(cartIndex, item, arbitraryTimes).map((args) => addItem(...args)),
  fc.tuple(cartIndex, item, arbitraryTimes).map((args) => addItem(...args)),
  fc.tuple(cartIndex, fc.nat(3)).map((args) => removeItem(...args)),
  fc.tuple(cartIndex, code).map((args) => addCode(...args)),
  fc.tuple(cartIndex, code).map((args) => addCode(...args)),
  cartIndex.map(removeCode),
  cartIndex.map(setEmail),
  fc.tuple(fc.nat(cartsCount - 1), item, code).map((args) => fillCart(...args)),
  fc.tuple(fc.nat(cartsCount - 1), item, code).map((args) => fillCart(...args)),
  fc.tuple(cartIndex, item, code, way).map((args) => buyCart(...args)),
  fc.tuple(cartIndex, item, code, way).map((args) => buyCart(...args)),
  fc.constant(checkOutAll),
  fc.tuple(cartIndex, arbitraryTimes).map((args) => checkOutCart(...args)),
  fc.tuple(cartIndex, arbitraryTimes).map((args) => checkOutCart(...args)),
  fc.tuple(cartIndex, way, arbitraryTimes).map((args) => payInvoice(...args)),
  fc.tuple(cartIndex, way, arbitraryTimes).map((args) => payInvoice(...args)),
  ...Array.from({ length: 3 }, () =>
    fc.tuple(cartIndex, page, outcome).map((args) => pressBankButton(...args)),
  ),
  cartIndex.map(chargeDeclinedPayment),
  fc.array(fc.nat(8), { minLength: 1, maxLength: 4 }).map(resendNotifications),
  fc.constantFrom(0, 1, 2, 70).map(waitMinutes),
  fc.integer({ min: 1, max: 9 }).map((days) => waitMinutes(days * 24 * 60)),
  fc.constantFrom(1, 6).map(silenceBankFor),
  fc.boolean().map(setBankSilent),
  fc.boolean().map(setDropsNotifications),
  fc.tuple(cartIndex, fc.constantFrom(30, 70, 100)).map((args) => refund(...args)),
]
