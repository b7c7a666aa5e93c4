import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSelfie } from '../../contract/recognition.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { listFiles } from '../support/data/delivered-files.ts'
import { aPhoto, aSelfie, buildFace, faceNear } from '../support/data/race.ts'
import { send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aPaidOrder,
  aSellingEvent,
  findProductId,
  openShop,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

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
  await aPhoto(shop.context(), event, { faces: [faceNear(buildFace(1), 0.3)] })
  const buyer = await aSelfie(shop.context(), event, buildFace(1))
  const looker = await aSelfie(shop.context(), event, buildFace(2))
  const { token } = await tokenFor(shop.app, event.id, buyer)
  const productId = await findProductId(shop, event, 'photos_with_me')
  const cartId = await aCart(shop, [{ productId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await aPaidOrder(shop, cartId)
  expect(await listFiles(shop, orderId)).toHaveLength(1)
  await afterDays(2)
  expect([await isKept(buyer.selfieId), await isKept(looker.selfieId)]).toEqual([true, false])
  await aPhoto(shop.context(), event, { faces: [faceNear(buildFace(1), 0.3)] })
  await afterDays(2)
  expect(await listFiles(shop, orderId)).toHaveLength(2)
  await afterDays(11)
  expect(await isKept(buyer.selfieId)).toBe(false)
  expect(await listFiles(shop, orderId)).toHaveLength(2)
})
