import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSelfie } from '../../contract/recognition.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { listOrderFiles } from '../support/data/delivered-files.ts'
import { buildEmbedding, buildEmbeddingNear, createPhoto, createSelfie } from '../support/data/race.ts'
import { fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
})
afterAll(() => shop.close())

async function advanceDays(days: number): Promise<void> {
  shop.moveClock(days * dayInMs)
  await shop.jobs.drain()
}
const isStored = async (selfieId: string) =>
  (await sendCall(shop.app, getSelfie, { params: { selfieId } })).statusCode === 200

it('a selfie with a paid package is stored for two weeks, so that later photos are found', async () => {
  await createPhoto(shop.context(), event, { faces: [buildEmbeddingNear(buildEmbedding(1), 0.3)] })
  const buyerSelfie = await createSelfie(shop.context(), event, buildEmbedding(1))
  const visitorSelfie = await createSelfie(shop.context(), event, buildEmbedding(2))
  const { token } = await fetchSearchToken(shop.app, event.id, buyerSelfie)
  const productId = await findProductId(shop, event, 'photos_with_me')
  const cartId = await createCartWithItems(shop, [{ productId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(1)
  await advanceDays(2)
  expect([await isStored(buyerSelfie.selfieId), await isStored(visitorSelfie.selfieId)]).toEqual([
    true,
    false,
  ])
  await createPhoto(shop.context(), event, { faces: [buildEmbeddingNear(buildEmbedding(1), 0.3)] })
  await advanceDays(2)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(2)
  await advanceDays(11)
  expect(await isStored(buyerSelfie.selfieId)).toBe(false)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(2)
})
