import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode, checkOut } from '../../contract/cart.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { report, startWatch } from '../support/data/figures.ts'
import { answer, send } from '../support/server/api-calls.ts'
import { aCart, setEmail } from '../support/server/shop.ts'
import { effort } from '../trials.ts'
import { countsOfCodes, readFates } from './books.ts'
import { findCopies } from './copies.ts'
import { checkFate } from './invariants.ts'
import { timeoutInMs } from './limits.ts'
import { openTill, type Till } from './till.ts'

/** Uses PostgreSQL when available: there the carts are really concurrent. */
const before = process.env.TEST_DATABASE_URL
let till: Till
beforeAll(async () => {
  process.env.TEST_DATABASE_URL ??= process.env.MONEY_DATABASE_URL ?? ''
  till = await openTill()
})
afterAll(async () => {
  await till.close()
  process.env.TEST_DATABASE_URL = before ?? ''
})

const cartsAtOnce = 50
const total = 39_000

async function aCode(usageLimit: number | null) {
  return createPromoCode(till.context(), {
    code: `L-${newId()}`,
    kind: 'percent',
    value: 10,
    usageLimit,
  })
}

it(
  'gives the last use of a code to one cart of fifty',
  async () => {
    const rounds = effort({ quick: 2, full: 40, long: 200 })
    const cartItem = { productId: till.products.photo, photoId: till.photoIds[0] ?? '' }
    const pattern = await aCart(till, [cartItem], await till.token())
    await setEmail(till, pattern)
    const { code } = await aCode(null)
    await answer(till.app, addPromotionalCode, { params: { shoppingCartId: pattern }, body: { code } })
    const elapsedInMs = startWatch()
    let winners = 0
    for (let round = 0; round < rounds; round++) {
      const { id } = await aCode(1)
      const carts = await findCopies(till, pattern, cartsAtOnce, id)
      const answers = await Promise.all(
        carts.map((shoppingCartId) => send(till.app, checkOut, { params: { shoppingCartId } })),
      )
      const codes = answers.map((one) => (one.statusCode === 200 ? 'ok' : one.json<{ code: string }>().code))
      winners += codes.filter((one) => one === 'ok').length
      expect(codes.filter((one) => one === 'ok')).toHaveLength(1)
      expect(codes.filter((one) => one === 'PromoExhausted')).toHaveLength(cartsAtOnce - 1)
      expect(await countsOfCodes(till.services.db, [id])).toMatchObject([{ used: 1, live: 1 }])
      const fates = await readFates(till.services.db, carts)
      for (const fate of fates) checkFate(fate, { total: total - total / 10 })
      expect(fates.filter(({ orders }) => orders.length === 1)).toHaveLength(1)
    }
    report('c. last use of a code', {
      database: process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded',
      rounds,
      carts: cartsAtOnce,
      winners,
      seconds: Math.round(elapsedInMs() / 1000),
    })
  },
  timeoutInMs,
)
