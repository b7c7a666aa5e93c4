import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createRandom } from '../../scripts/faults/random.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { reportFigures } from '../support/data/figures.ts'
import {
  createCartWithItems,
  placeOrder,
  readOrderState,
  setEmail,
  startPayment,
} from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'
import { type FaultyShop, openFaultyShop, toBankId } from './faulty-shop.ts'
import { timeoutInMs } from './limits.ts'

let shop: FaultyShop
beforeAll(async () => {
  shop = await openFaultyShop()
})
afterAll(() => shop.close())

interface Forgery {
  body: Buffer
  signature: string | undefined
  provider?: string
}

type CreateForgery = (right: { body: string; signature: string }, random: () => number) => Forgery

const flipBit = (bytes: Buffer, random: () => number): Buffer => {
  const at = Math.floor(random() * bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 7))
  return bytes
}
const getSecret = () => shop.services.config.secrets.sandboxBank
const signAfter = (body: string, byInMs: number) =>
  signBody(body, getSecret(), new Date(shop.services.clock().getTime() + byInMs))

/** Ways to forge a notification. */
const forgeries: Record<string, CreateForgery> = {
  'no signature': ({ body }) => ({ body: Buffer.from(body), signature: undefined }),
  'an empty one': ({ body }) => ({ body: Buffer.from(body), signature: '' }),
  'a bit of the body': ({ body, signature }, random) => ({
    body: flipBit(Buffer.from(body), random),
    signature,
  }),
  'a bit of the signature': ({ body, signature }, random) => ({
    body: Buffer.from(body),
    // changes the part after the timestamp, which is signed as well
    signature: `${signature.slice(0, 16)}${flipBit(Buffer.from(signature.slice(16)), random).toString('latin1')}`,
  }),
  'another time': ({ body, signature }, random) => ({
    body: Buffer.from(body),
    signature: signature.replace(/t=\d+/, `t=${Math.floor(random() * 2e9)}`),
  }),
  'half a signature': ({ body, signature }, random) => ({
    body: Buffer.from(body),
    signature: signature.slice(0, Math.floor(random() * (signature.length - 1))),
  }),
  'another key': ({ body }, random) => ({
    body: Buffer.from(body),
    signature: signBody(body, Buffer.from(String(random())), shop.services.clock()),
  }),
  'the empty key': ({ body }) => ({
    body: Buffer.from(body),
    signature: signBody(body, Buffer.alloc(0), shop.services.clock()),
  }),
  'too old': ({ body }, random) => ({
    body: Buffer.from(body),
    signature: signAfter(body, -301_000 - Math.floor(random() * 1e9)),
  }),
  'from the future': ({ body }, random) => ({
    body: Buffer.from(body),
    signature: signAfter(body, 301_000 + Math.floor(random() * 1e9)),
  }),
  'spelt anew': ({ body, signature }) => ({
    body: Buffer.from(JSON.stringify(JSON.parse(body), undefined, 1)),
    signature,
  }),
  'another payment’s signature': ({ body }) => ({
    body: Buffer.from(body),
    signature: signAfter(body.replace('Succeeded', 'Pending'), 0),
  }),
  'signed, but no notice': () => {
    const body = '{"event":"payment.changed"}'
    return { body: Buffer.from(body), signature: signAfter(body, 0) }
  },
  'signed, but no JSON': () => ({
    body: Buffer.from('<html></html>'),
    signature: signAfter('<html></html>', 0),
  }),
  'an unknown bank': ({ body, signature }) => ({
    body: Buffer.from(body),
    signature,
    provider: 'nobank',
  }),
}

it(
  'moves nothing for a notice that is not the bank’s own, current and exact to the byte',
  async () => {
    const count = selectByEffort({ quick: 100, full: 2000, long: 20_000 })
    const cartId = await createCartWithItems(
      shop,
      [{ productId: shop.products.photo, photoId: shop.photoIds[0] ?? '' }],
      await shop.token(),
    )
    await setEmail(shop, cartId)
    const { orderId, invoiceId } = await placeOrder(shop, cartId)
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    const body = JSON.stringify({
      event: 'payment.changed',
      paymentId,
      state: 'Succeeded',
      amount: { amount: 39_000, currencyId: 643 },
    })
    const digestBefore = await digestTables()
    const random = createRandom(20260914)
    const kinds = Object.entries(forgeries)
    for (let index = 0; index < count; index++) {
      const [kind, createForgery] = kinds[index % kinds.length] ?? ['', forgeries['no signature']]
      if (!createForgery) continue
      const forgery = createForgery({ body, signature: signAfter(body, 0) }, random)
      expect(await sendNotification(forgery), kind).toBe(forgery.provider ? 404 : 401)
    }
    expect(await digestTables()).toBe(digestBefore)
    // a correctly signed notification with another amount or for another shop delivers nothing either
    const cheaper = body.replace('39000', '1')
    expect(await sendNotification({ body: Buffer.from(cheaper), signature: signAfter(cheaper, 0) })).toBe(204)
    expect(
      await sendNotification({ body: Buffer.from(body), signature: signAfter(body, 0) }, 'two.test'),
    ).toBe(204)
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    // the genuine notification is accepted
    expect(await sendNotification({ body: Buffer.from(body), signature: signAfter(body, 0) })).toBe(204)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    reportFigures('h. forgeries', { told: count, kinds: kinds.length, refused: count, moves: 0 })
  },
  timeoutInMs,
)

async function sendNotification(
  { body, signature, provider = 'sandbox' }: Forgery,
  host = 'one.test',
): Promise<number> {
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: buildPath(notifyPayment, { provider }),
    headers: {
      host,
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-sandbox-signature': signature }),
    },
    payload: body,
  })
  return statusCode
}

/** Returns a digest of all tables of commerce. */
async function digestTables(): Promise<string> {
  const { rows } = await shop.services.db.execute<{ digest: string }>(sql`
    select md5(concat(
      (select json_agg(x order by x.id) from orders x), (select json_agg(x order by x.id) from invoices x),
      (select json_agg(x order by x.id) from payments x), (select json_agg(x order by x.id) from refunds x),
      (select json_agg(x order by x.id) from jobs x), (select json_agg(x order by x.id) from receipts x),
      (select json_agg(x order by x.id) from sandbox_bank_payments x))) as digest`)
  return rows[0]?.digest ?? ''
}
