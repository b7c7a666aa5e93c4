import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode, checkOut } from '../../contract/cart.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { report } from '../support/data/figures.ts'
import { answer, send } from '../support/server/api-calls.ts'
import { aCart, setEmail } from '../support/server/shop.ts'
import { effort } from '../trials.ts'
import { countsOfCodes, readFates } from './books.ts'
import { findCopies } from './copies.ts'
import { checkFate } from './invariants.ts'
import { timeoutInMs } from './limits.ts'
import { type Verdict, withStatements } from './statements.ts'
import { openTill, type Till } from './till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

it(
  'makes a whole order or none, whichever statement of the checkout fails or loses its answer',
  async () => {
    const rounds = effort({ quick: 1, full: 5, long: 50 })
    const cartItems = [0, 1].map((place) => ({
      productId: till.products.photo,
      photoId: till.photoIds[place] ?? '',
    }))
    const pattern = await aCart(till, cartItems, await till.token())
    await setEmail(till, pattern)
    const promo = await createPromoCode(till.context(), { code: 'WHOLE', kind: 'percent', value: 10 })
    const body = { code: promo.code }
    await answer(till.app, addPromotionalCode, { params: { shoppingCartId: pattern }, body })
    let statements = 0
    let crashes = 0
    let orders = 0
    let madeAllTheSame = 0
    for (let round = 0; round < rounds; round++)
      for (const harm of ['fail', 'lose'] as const)
        for (let nth = 1, isThrough = false; !isThrough; nth++) {
          const [cartId = ''] = await findCopies(till, pattern, 1)
          const made = await crashAt(cartId, nth, harm)
          if (made.seen < nth) isThrough = true
          else crashes += 1
          statements = Math.max(statements, made.seen)
          if (made.wasThere) madeAllTheSame += 1
          orders += 1
          expect(await countsOfCodes(till.services.db, [promo.id])).toMatchObject([
            { used: orders, live: orders },
          ])
        }
    expect(statements).toBeGreaterThan(10)
    expect(madeAllTheSame).toBeGreaterThan(0)
    report('f. crashes of the checkout', {
      statements,
      rounds,
      crashes,
      'order there before the retry': madeAllTheSame,
      partial: 0,
      doubled: 0,
    })
  },
  timeoutInMs,
)

/** Checks out with a fault in the nth statement, then again with the same key. */
async function crashAt(cartId: string, nth: number, harm: Exclude<Verdict, 'run'>) {
  const ask = { params: { shoppingCartId: cartId }, headers: { 'idempotency-key': randomUUID() } }
  let seen = 0
  const first = await withStatements(
    // cleanup after a failure is not part of the checkout
    (text) => (/^rollback/i.test(text) || ++seen !== nth ? 'run' : harm),
    () => send(till.app, checkOut, ask),
  )
  expect(first.statusCode, `statement ${nth}`).toBe(seen < nth ? 200 : 500)
  const [fate] = await readFates(till.services.db, [cartId])
  if (!fate) throw new Error('A cart is gone')
  const expected = { total: 70_200 }
  checkFate(fate, expected)
  expect(fate.redemptions.length).toBe(fate.orders.length)
  const { orderId } = await answer(till.app, checkOut, ask)
  const [after] = await readFates(till.services.db, [cartId])
  if (!after) throw new Error('A cart is gone')
  checkFate(after, expected)
  expect(after.orders.map(({ id }) => id)).toEqual([orderId])
  if (fate.orders[0]) expect(fate.orders[0].id).toBe(orderId)
  return { seen, wasThere: fate.orders.length === 1 }
}
