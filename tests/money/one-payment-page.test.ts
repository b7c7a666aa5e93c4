import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment } from '../../contract/invoices.ts'
import { reportFigures } from '../support/data/figures.ts'
import { sendCall } from '../support/server/api-calls.ts'
import { createCartWithItems, placeOrder, returnUrl, setEmail } from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'
import { readCartRecords } from './cart-records.ts'
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts'
import { checkCartRecord } from './invariants.ts'
import { timeoutInMs } from './limits.ts'

let shop: FaultyShop
beforeAll(async () => {
  shop = await openFaultyShop()
})
afterAll(() => shop.close())

const callerCount = 50

it(
  'leads fifty concurrent callers to one page, and never opens two for different methods',
  async () => {
    const rounds = selectByEffort({ quick: 2, full: 20, long: 100 })
    let mostPages = 0
    let mostLive = 0
    for (let round = 0; round < rounds; round++) {
      const cartId = await createCartWithItems(
        shop,
        [{ productId: shop.products.photo, photoId: shop.photoIds[round % 6] ?? '' }],
        await shop.token(),
      )
      await setEmail(shop, cartId)
      const { invoiceId } = await placeOrder(shop, cartId)
      const isMixed = round % 2 === 1
      const answers = await Promise.all(
        Array.from({ length: callerCount }, (_, index) =>
          sendCall(shop.app, createPayment, {
            params: { invoiceId },
            body: { paymentTypeId: isMixed && index % 2 ? 'fast' : 'card', returnUrl },
          }),
        ),
      )
      const pages = new Set(
        answers.flatMap((one) => (one.statusCode === 201 ? one.json<{ payUrl: string }>().payUrl : [])),
      )
      const [record] = await readCartRecords(shop.services.db, [cartId])
      if (!record) throw new Error('A cart is gone')
      checkCartRecord(record, { total: 39_000 })
      const liveAtBank = record.bank.filter(({ state }) => state !== 'Declined').length
      mostLive = Math.max(mostLive, liveAtBank)
      expect(liveAtBank, 'payable pages at the bank').toBe(1)
      if (isMixed) continue
      mostPages = Math.max(mostPages, pages.size)
      expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true)
      expect(pages.size).toBe(1)
      expect(record.entries.length).toBe(1)
    }
    reportFigures('d. one page', {
      rounds,
      askers: callerCount,
      'most pages': mostPages,
      'most payable at once': mostLive,
    })
  },
  timeoutInMs,
)
