import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { randomFrom } from '../../scripts/faults/random.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { report } from '../support/data/figures.ts'
import { aCart, pay, placeOrder, readOrderState, setEmail } from '../support/server/shop.ts'
import { effort } from '../trials.ts'
import { timeoutInMs } from './limits.ts'
import { openTill, type Till, toBankId } from './till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

interface Forgery {
  body: Buffer
  signature: string | undefined
  provider?: string
}

type Forge = (right: { body: string; signature: string }, chance: () => number) => Forgery

const flip = (bytes: Buffer, chance: () => number): Buffer => {
  const at = Math.floor(chance() * bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 7))
  return bytes
}
const secret = () => till.services.config.secrets.sandboxBank
const signedAfter = (body: string, byInMs: number) =>
  signBody(body, secret(), new Date(till.services.clock().getTime() + byInMs))

/** Ways to forge a notification. */
const forgeries: Record<string, Forge> = {
  'no signature': ({ body }) => ({ body: Buffer.from(body), signature: undefined }),
  'an empty one': ({ body }) => ({ body: Buffer.from(body), signature: '' }),
  'a bit of the body': ({ body, signature }, chance) => ({
    body: flip(Buffer.from(body), chance),
    signature,
  }),
  'a bit of the signature': ({ body, signature }, chance) => ({
    body: Buffer.from(body),
    // changes the part after the timestamp, which is signed as well
    signature: `${signature.slice(0, 16)}${flip(Buffer.from(signature.slice(16)), chance).toString('latin1')}`,
  }),
  'another time': ({ body, signature }, chance) => ({
    body: Buffer.from(body),
    signature: signature.replace(/t=\d+/, `t=${Math.floor(chance() * 2e9)}`),
  }),
  'half a signature': ({ body, signature }, chance) => ({
    body: Buffer.from(body),
    signature: signature.slice(0, Math.floor(chance() * (signature.length - 1))),
  }),
  'another key': ({ body }, chance) => ({
    body: Buffer.from(body),
    signature: signBody(body, Buffer.from(String(chance())), till.services.clock()),
  }),
  'the empty key': ({ body }) => ({
    body: Buffer.from(body),
    signature: signBody(body, Buffer.alloc(0), till.services.clock()),
  }),
  'too old': ({ body }, chance) => ({
    body: Buffer.from(body),
    signature: signedAfter(body, -301_000 - Math.floor(chance() * 1e9)),
  }),
  'from the future': ({ body }, chance) => ({
    body: Buffer.from(body),
    signature: signedAfter(body, 301_000 + Math.floor(chance() * 1e9)),
  }),
  'spelt anew': ({ body, signature }) => ({
    body: Buffer.from(JSON.stringify(JSON.parse(body), undefined, 1)),
    signature,
  }),
  'another payment’s signature': ({ body }) => ({
    body: Buffer.from(body),
    signature: signedAfter(body.replace('Succeeded', 'Pending'), 0),
  }),
  'signed, but no notice': () => {
    const body = '{"event":"payment.changed"}'
    return { body: Buffer.from(body), signature: signedAfter(body, 0) }
  },
  'signed, but no JSON': () => ({
    body: Buffer.from('<html></html>'),
    signature: signedAfter('<html></html>', 0),
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
    const count = effort({ quick: 100, full: 2000, long: 20_000 })
    const cartId = await aCart(
      till,
      [{ productId: till.products.photo, photoId: till.photoIds[0] ?? '' }],
      await till.token(),
    )
    await setEmail(till, cartId)
    const { orderId, invoiceId } = await placeOrder(till, cartId)
    const paymentId = toBankId((await pay(till, invoiceId)).payUrl)
    const body = JSON.stringify({
      event: 'payment.changed',
      paymentId,
      state: 'Succeeded',
      amount: { amount: 39_000, currencyId: 643 },
    })
    const before = await everything()
    const chance = randomFrom(20260914)
    const kinds = Object.entries(forgeries)
    for (let index = 0; index < count; index++) {
      const [kind, forge] = kinds[index % kinds.length] ?? ['', forgeries['no signature']]
      if (!forge) continue
      const forgery = forge({ body, signature: signedAfter(body, 0) }, chance)
      expect(await sendNotice(forgery), kind).toBe(forgery.provider ? 404 : 401)
    }
    expect(await everything()).toBe(before)
    // a correctly signed notification with another amount or for another shop delivers nothing either
    const cheaper = body.replace('39000', '1')
    expect(await sendNotice({ body: Buffer.from(cheaper), signature: signedAfter(cheaper, 0) })).toBe(204)
    expect(await sendNotice({ body: Buffer.from(body), signature: signedAfter(body, 0) }, 'two.test')).toBe(
      204,
    )
    expect(await readOrderState(till, orderId)).toBe('AwaitingPayment')
    // the genuine notification is accepted
    expect(await sendNotice({ body: Buffer.from(body), signature: signedAfter(body, 0) })).toBe(204)
    expect(await readOrderState(till, orderId)).toBe('Completed')
    report('h. forgeries', { told: count, kinds: kinds.length, refused: count, moves: 0 })
  },
  timeoutInMs,
)

async function sendNotice(
  { body, signature, provider = 'sandbox' }: Forgery,
  host = 'one.test',
): Promise<number> {
  const { statusCode } = await till.app.inject({
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
async function everything(): Promise<string> {
  const { rows } = await till.services.db.execute<{ digest: string }>(sql`
    select md5(concat(
      (select json_agg(x order by x.id) from orders x), (select json_agg(x order by x.id) from invoices x),
      (select json_agg(x order by x.id) from payments x), (select json_agg(x order by x.id) from refunds x),
      (select json_agg(x order by x.id) from jobs x), (select json_agg(x order by x.id) from receipts x),
      (select json_agg(x order by x.id) from sandbox_bank_payments x))) as digest`)
  return rows[0]?.digest ?? ''
}
