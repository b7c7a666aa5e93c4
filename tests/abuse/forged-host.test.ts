import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOut } from '../../contract/cart.ts'
import { createPayment } from '../../contract/invoices.ts'
import { buildApp } from '../../server/app.ts'
import { createTenants } from '../../server/features/tenants/index.ts'
import type { Feature } from '../../server/platform/services.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { createEventOnSale, createReadyCart, openShop, returnUrl, type Shop } from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('a Host header that is not a host', () => {
  const refused: boolean[] = []
  afterAll(() => reportFigures('impossible Host header', { 'requests refused': countTrue(refused) }))

  it.each(['x:99999', 'x:port', 'a b', 'one.test/path', 'user@one.test', 'one.test:80:80', '[::1'])(
    '%s is refused',
    async (host) => {
      for (const url of ['/', '/public/events/api/v1/events', '/order/unknown', '/no/such/page']) {
        const response = await shop.app.inject({ url, headers: { host } })
        refused.push(response.statusCode === 400)
        expect([url, response.statusCode, response.json<{ code: string }>().code]).toEqual([
          url,
          400,
          'ValidationFailed',
        ])
      }
    },
  )
})

/** Matches hosts and ports that the tenant does not list. */
const forgedHost = /evil|:6666/
/** Whether each response or e-mail after a request with a forged host contains that host. */
const isRepeated: boolean[] = []

/** Returns the origin of the links in e-mails that a request with this host triggers. */
async function readEmailOrigin(
  host: string,
  config: { publicUrl?: string; trustProxy?: number } = {},
): Promise<string> {
  const [one, two] = shop.services.tenants.all
  if (!one || !two) throw new Error('There are two tenants')
  const tenants = createTenants([{ ...one, hosts: ['one.test', '*'] }, two])
  const feature: Feature = {
    routes: (app) => {
      app.get('/letter-origin', (request) => app.getContext(request).then(({ letterOrigin }) => letterOrigin))
    },
  }
  const services = { ...shop.services, tenants, config: { ...shop.services.config, port: 8080, ...config } }
  const app = await buildApp(services, [feature])
  const { body } = await app.inject({ url: '/letter-origin', headers: { host } })
  await app.close()
  if (forgedHost.test(host)) isRepeated.push(forgedHost.test(body))
  return body
}

describe('links in letters', () => {
  afterAll(() =>
    reportFigures('forged Host header', { 'links in letters that repeat it': countTrue(isRepeated) }),
  )

  it('never name a host that the tenant does not list', async () => {
    expect(await readEmailOrigin('evil.example')).toBe('http://one.test:8080')
    expect(await readEmailOrigin('one.test.evil.example')).toBe('http://one.test:8080')
    expect(await readEmailOrigin('one.test:6666')).toBe('http://one.test:8080')
    expect(await readEmailOrigin('evil.example', { trustProxy: 1 })).toBe('http://one.test:8080')
  })

  it('name the requested host when the tenant lists it, with its port', async () => {
    expect(await readEmailOrigin('one.test')).toBe('http://one.test')
    expect((await readEmailOrigin('ONE.test:8080')).toLowerCase()).toBe('http://one.test:8080')
    expect(await readEmailOrigin('two.test')).toBe('http://two.test')
    expect(await readEmailOrigin('one.test:8443', { trustProxy: 1 })).toBe('http://one.test:8443')
  })

  it('name PUBLIC_URL when it is set', async () => {
    const publicUrl = 'https://one.test'
    expect(await readEmailOrigin('evil.example', { publicUrl })).toBe(publicUrl)
    expect(await readEmailOrigin('two.test', { publicUrl })).toBe('https://two.test')
    for (const port of [6666, 8080])
      expect(await readEmailOrigin(`two.test:${port}`, { publicUrl })).toBe('https://two.test')
  })

  it('of an order do not repeat a forged port', async () => {
    const event = await createEventOnSale(shop)
    const shoppingCartId = await createReadyCart(shop, event)
    const order = await fetchAnswer(shop.app, checkOut, { host: 'one.test:6666', params: { shoppingCartId } })
    const { payUrl } = await fetchAnswer(shop.app, createPayment, {
      params: { invoiceId: order.invoiceId },
      body: { paymentTypeId: 'card', returnUrl },
    })
    await shop.pressBankButton(payUrl, 'approve')
    await shop.jobs.drain()
    const [email] = await readSentEmails(shop, order.orderId)
    isRepeated.push(forgedHost.test(email?.text ?? ''))
    expect(email?.text).toContain(`/order/${order.orderId}`)
    expect(email?.text).not.toContain(':6666')
    const { rows } = await shop.services.db.execute<{ origin: string }>(
      sql`select origin from orders where id = ${order.orderId}`,
    )
    expect(rows).toEqual([{ origin: shop.context().letterOrigin }])
  })
})
