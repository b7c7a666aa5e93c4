import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment } from '../../contract/invoices.ts'
import { report } from '../support/data/figures.ts'
import { send } from '../support/server/api-calls.ts'
import { aCart, placeOrder, returnUrl, setEmail } from '../support/server/shop.ts'
import { effort } from '../trials.ts'
import { readFates } from './books.ts'
import { checkFate } from './invariants.ts'
import { timeoutInMs } from './limits.ts'
import { openTill, type Till } from './till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

const askers = 50

it(
  'leads fifty concurrent callers to one page, and never opens two for different methods',
  async () => {
    const rounds = effort({ quick: 2, full: 20, long: 100 })
    let mostPages = 0
    let mostLive = 0
    for (let round = 0; round < rounds; round++) {
      const cartId = await aCart(
        till,
        [{ productId: till.products.photo, photoId: till.photoIds[round % 6] ?? '' }],
        await till.token(),
      )
      await setEmail(till, cartId)
      const { invoiceId } = await placeOrder(till, cartId)
      const isMixed = round % 2 === 1
      const answers = await Promise.all(
        Array.from({ length: askers }, (_, index) =>
          send(till.app, createPayment, {
            params: { invoiceId },
            body: { paymentTypeId: isMixed && index % 2 ? 'fast' : 'card', returnUrl },
          }),
        ),
      )
      const pages = new Set(
        answers.flatMap((one) => (one.statusCode === 201 ? one.json<{ payUrl: string }>().payUrl : [])),
      )
      const [fate] = await readFates(till.services.db, [cartId])
      if (!fate) throw new Error('A cart is gone')
      checkFate(fate, { total: 39_000 })
      const liveAtBank = fate.bank.filter(({ state }) => state !== 'Declined').length
      mostLive = Math.max(mostLive, liveAtBank)
      expect(liveAtBank, 'payable pages at the bank').toBe(1)
      if (isMixed) continue
      mostPages = Math.max(mostPages, pages.size)
      expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true)
      expect(pages.size).toBe(1)
      expect(fate.entries.length).toBe(1)
    }
    report('d. one page', { rounds, askers, 'most pages': mostPages, 'most payable at once': mostLive })
  },
  timeoutInMs,
)
