import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode, checkOut } from '../../contract/cart.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { reportFigures, startStopwatch } from '../support/data/figures.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import { createCartWithItems, setEmail } from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'
import { readCartRecords, readCodeCounts } from './cart-records.ts'
import { copyCart } from './copy-cart.ts'
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts'
import { checkCartRecord } from './invariants.ts'
import { timeoutInMs } from './limits.ts'

/** Uses PostgreSQL when available: there the carts are really concurrent. */
const databaseUrlBefore = process.env.TEST_DATABASE_URL
let shop: FaultyShop
beforeAll(async () => {
  process.env.TEST_DATABASE_URL ??= process.env.MONEY_DATABASE_URL ?? ''
  shop = await openFaultyShop()
})
afterAll(async () => {
  await shop.close()
  process.env.TEST_DATABASE_URL = databaseUrlBefore ?? ''
})

const cartCount = 50
const total = 39_000

async function createCode(usageLimit: number | null) {
  return createPromoCode(shop.context(), {
    code: `L-${newId()}`,
    kind: 'percent',
    value: 10,
    usageLimit,
  })
}

it(
  'gives the last use of a code to one cart of fifty',
  async () => {
    const rounds = selectByEffort({ quick: 2, full: 40, long: 200 })
    const cartItem = { productId: shop.products.photo, photoId: shop.photoIds[0] ?? '' }
    const templateCartId = await createCartWithItems(shop, [cartItem], await shop.token())
    await setEmail(shop, templateCartId)
    const { code } = await createCode(null)
    await fetchAnswer(shop.app, addPromotionalCode, {
      params: { shoppingCartId: templateCartId },
      body: { code },
    })
    const elapsedInMs = startStopwatch()
    let winners = 0
    for (let round = 0; round < rounds; round++) {
      const { id } = await createCode(1)
      const carts = await copyCart(shop, templateCartId, cartCount, id)
      const answers = await Promise.all(
        carts.map((shoppingCartId) => sendCall(shop.app, checkOut, { params: { shoppingCartId } })),
      )
      const codes = answers.map((one) => (one.statusCode === 200 ? 'ok' : one.json<{ code: string }>().code))
      winners += codes.filter((one) => one === 'ok').length
      expect(codes.filter((one) => one === 'ok')).toHaveLength(1)
      expect(codes.filter((one) => one === 'PromoExhausted')).toHaveLength(cartCount - 1)
      expect(await readCodeCounts(shop.services.db, [id])).toMatchObject([{ used: 1, live: 1 }])
      const records = await readCartRecords(shop.services.db, carts)
      for (const record of records) checkCartRecord(record, { total: total - total / 10 })
      expect(records.filter(({ orders }) => orders.length === 1)).toHaveLength(1)
    }
    reportFigures('c. last use of a code', {
      database: process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded',
      rounds,
      carts: cartCount,
      winners,
      seconds: Math.round(elapsedInMs() / 1000),
    })
  },
  timeoutInMs,
)
