import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSelfie } from '../../contract/recognition.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { send, tokenFor } from '../world/ask.ts'
import { filesOf } from '../world/delivered.ts'
import { aPhoto, aSelfie, faceNear, faceOf } from '../world/race.ts'
import { aCart, aPaidOrder, aSellingEvent, openShop, productOf, type Shop, setEmail } from '../world/shop.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await aSellingEvent(shop)
})
afterAll(() => shop.close())

async function afterDays(days: number): Promise<void> {
  shop.moveClock(days * dayInMs)
  await shop.jobs.drain()
}
const isKept = async (selfieId: string) =>
  (await send(shop.app, getSelfie, { params: { selfieId } })).statusCode === 200

it('a selfie with a paid package is stored for two weeks, so that later photos are found', async () => {
  await aPhoto(shop.context(), event, { faces: [faceNear(faceOf(1), 0.3)] })
  const buyer = await aSelfie(shop.context(), event, faceOf(1))
  const looker = await aSelfie(shop.context(), event, faceOf(2))
  const { token } = await tokenFor(shop.app, event.id, buyer)
  const productId = await productOf(shop, event, 'photos_with_me')
  const cartId = await aCart(shop, [{ productId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await aPaidOrder(shop, cartId)
  expect(await filesOf(shop, orderId)).toHaveLength(1)
  await afterDays(2)
  expect([await isKept(buyer.selfieId), await isKept(looker.selfieId)]).toEqual([true, false])
  await aPhoto(shop.context(), event, { faces: [faceNear(faceOf(1), 0.3)] })
  await afterDays(2)
  expect(await filesOf(shop, orderId)).toHaveLength(2)
  await afterDays(11)
  expect(await isKept(buyer.selfieId)).toBe(false)
  expect(await filesOf(shop, orderId)).toHaveLength(2)
})
