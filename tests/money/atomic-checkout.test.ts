import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode, checkOut } from '../../contract/cart.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { reportFigures } from '../support/data/figures.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import { createCartWithItems, setEmail } from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'
import { readCartRecords, readCodeCounts } from './cart-records.ts'
import { copyCart } from './copy-cart.ts'
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts'
import { checkCartRecord } from './invariants.ts'
import { timeoutInMs } from './limits.ts'
import { type StatementOutcome, withInterceptedStatements } from './statements.ts'

let shop: FaultyShop
beforeAll(async () => {
  shop = await openFaultyShop()
})
afterAll(() => shop.close())

it(
  'makes a whole order or none, whichever statement of the checkout fails or loses its answer',
  async () => {
    const rounds = selectByEffort({ quick: 1, full: 5, long: 50 })
    const cartItems = [0, 1].map((index) => ({
      productId: shop.products.photo,
      photoId: shop.photoIds[index] ?? '',
    }))
    const templateCartId = await createCartWithItems(shop, cartItems, await shop.token())
    await setEmail(shop, templateCartId)
    const promo = await createPromoCode(shop.context(), { code: 'WHOLE', kind: 'percent', value: 10 })
    const body = { code: promo.code }
    await fetchAnswer(shop.app, addPromotionalCode, { params: { shoppingCartId: templateCartId }, body })
    let statements = 0
    let crashes = 0
    let orders = 0
    let storedBeforeRetry = 0
    for (let round = 0; round < rounds; round++)
      for (const fault of ['fail', 'lose'] as const)
        for (let statementNumber = 1, isComplete = false; !isComplete; statementNumber++) {
          const [cartId = ''] = await copyCart(shop, templateCartId, 1)
          const result = await checkOutWithFault(cartId, statementNumber, fault)
          if (result.statementCount < statementNumber) isComplete = true
          else crashes += 1
          statements = Math.max(statements, result.statementCount)
          if (result.isStoredBeforeRetry) storedBeforeRetry += 1
          orders += 1
          expect(await readCodeCounts(shop.services.db, [promo.id])).toMatchObject([
            { used: orders, live: orders },
          ])
        }
    expect(statements).toBeGreaterThan(10)
    expect(storedBeforeRetry).toBeGreaterThan(0)
    reportFigures('f. crashes of the checkout', {
      statements,
      rounds,
      crashes,
      'order there before the retry': storedBeforeRetry,
      partial: 0,
      doubled: 0,
    })
  },
  timeoutInMs,
)

/** Checks out with a fault in the nth statement, then again with the same key. */
async function checkOutWithFault(
  cartId: string,
  statementNumber: number,
  fault: Exclude<StatementOutcome, 'run'>,
) {
  const input = { params: { shoppingCartId: cartId }, headers: { 'idempotency-key': randomUUID() } }
  let statementCount = 0
  const firstResponse = await withInterceptedStatements(
    // cleanup after a failure is not part of the checkout
    (text) => (/^rollback/i.test(text) || ++statementCount !== statementNumber ? 'run' : fault),
    () => sendCall(shop.app, checkOut, input),
  )
  expect(firstResponse.statusCode, `statement ${statementNumber}`).toBe(
    statementCount < statementNumber ? 200 : 500,
  )
  const [recordBefore] = await readCartRecords(shop.services.db, [cartId])
  if (!recordBefore) throw new Error('A cart is gone')
  const expected = { total: 70_200 }
  checkCartRecord(recordBefore, expected)
  expect(recordBefore.redemptions.length).toBe(recordBefore.orders.length)
  const { orderId } = await fetchAnswer(shop.app, checkOut, input)
  const [recordAfter] = await readCartRecords(shop.services.db, [cartId])
  if (!recordAfter) throw new Error('A cart is gone')
  checkCartRecord(recordAfter, expected)
  expect(recordAfter.orders.map(({ id }) => id)).toEqual([orderId])
  if (recordBefore.orders[0]) expect(recordBefore.orders[0].id).toBe(orderId)
  return { statementCount, isStoredBeforeRetry: recordBefore.orders.length === 1 }
}
