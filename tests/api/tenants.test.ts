import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getArchive } from '../../contract/archives.ts'
import { buildPath, type Call } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { getEvent } from '../../contract/events.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { createShare, getShare, listPhotos } from '../../contract/photos.ts'
import { downloadReceipt } from '../../contract/receipts.ts'
import { setEventCover } from '../../server/features/events/index.ts'
import { newMediaKey } from '../../server/platform/objects/keys.ts'
import { lettersAbout } from '../support/data/delivered-files.ts'
import { answer, send, tokenFor } from '../support/server/api-calls.ts'
import { rows } from '../support/server/tenant-rows.ts'
import {
  aPaymentUnderWay,
  buildNotification,
  closeTwoTenants,
  event,
  marks,
  openTwoTenants,
  own,
  shop,
  withKey,
} from '../support/server/two-tenants.ts'

beforeAll(openTwoTenants, 60_000)
afterAll(closeTwoTenants)

const refusals = [401, 403, 404, 410]

it('has a row for every call of the contract, and no others', () => {
  expect(Object.keys(rows).sort()).toEqual(allCalls.map(({ name }) => name).sort())
})

it.each(allCalls.map((call) => [call.name, call] as const))(
  '%s returns nothing of another tenant',
  async (name: string, call: Call) => {
    const row = rows[name]
    if (!row) throw new Error(`${name} has no row`)
    const ask = await row.ask('two.test')
    const foreign = await send(shop.app, call, { ...ask, host: 'two.test' })
    const said = `${foreign.body} ${JSON.stringify(foreign.headers)}`
    expect(marks().filter((mark) => mark !== '' && said.includes(mark))).toEqual([])
    expect(foreign.headers['set-cookie']).toBeUndefined()
    expect(foreign.headers['photofinish-tenant']).toBe('theme-of-two')
    if (row.fate === 'refused') expect(refusals).toContain(foreign.statusCode)
    if (row.fate === 'public') expect(foreign.statusCode).toBe(call.status)
    if (row.fate === 'empty') expect(foreign.json()).toMatchObject({ total: 0, items: [] })
  },
)

it.each(
  allCalls.filter(({ name }) => rows[name]?.fate !== 'public').map((call) => [call.name, call] as const),
)(
  '%s is refused because of the tenant only: the same call works at its own tenant',
  async (name: string, call: Call) => {
    const row = rows[name]
    if (!row) throw new Error(`${name} has no row`)
    const home = await send(shop.app, call, await row.ask('one.test'))
    expect(home.statusCode, home.body).toBe(call.status)
    if (row.fate === 'empty') expect(home.json().total).toBeGreaterThan(0)
  },
)

it('accepts a bank’s notification only at the host of its tenant', async () => {
  const payment = await aPaymentUnderWay()
  await send(shop.app, notifyPayment, { ...buildNotification(payment), host: 'two.test' })
  const order = { params: { orderId: payment.orderId } }
  expect((await answer(shop.app, getOrder, order)).state).toBe('AwaitingPayment')
  await send(shop.app, notifyPayment, buildNotification(payment))
  expect((await answer(shop.app, getOrder, order)).state).toBe('Completed')
})

describe('a file of one tenant, requested at another tenant’s host,', () => {
  const statusAt = async (url: string, host: string) => {
    const response = await shop.app.inject({ url, headers: { host } })
    if (response.statusCode === 404) expect(response.headers['cache-control']).toBe('no-store')
    return response.statusCode
  }
  const refusedElsewhere = async (urls: readonly (string | undefined)[]) => {
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      const path = url ?? 'no address'
      expect([await statusAt(path, 'one.test'), await statusAt(path, 'two.test')], path).toEqual([200, 404])
    }
  }
  const picture = async () => {
    const key = newMediaKey(shop.context())
    await shop.services.objects.put(key, new Uint8Array([1, 2, 3]), { contentType: 'image/jpeg' })
    return key
  }

  it('is not found: covers, photos in all their sizes, shared ones too', async () => {
    const cover = { key: await picture(), width: 3, height: 2 }
    await setEventCover(shop.context(), event.id, cover)
    const { cover: shown } = await answer(shop.app, getEvent, { params: { eventId: event.id } })
    const { token } = await tokenFor(shop.app, event.id)
    const { items } = await answer(shop.app, listPhotos, { query: { count: '100' }, token })
    const framed = items.find(({ photoId }) => photoId === own.framed.photoId)
    await refusedElsewhere([
      shown?.url,
      framed?.preview.url,
      framed?.medium?.url,
      framed?.thumb.url,
      framed?.tiny?.url,
    ])
    // this test server stores only the URLs of the shared photos, so their files are added here
    const runners = await tokenFor(shop.app, event.id, { number: '128' })
    const { shareId } = await answer(shop.app, createShare, { body: {}, token: runners.token, ...withKey() })
    const shared = await answer(shop.app, getShare, { params: { shareId } })
    for (const { thumb } of shared.items) {
      const name = thumb.url.split('/').at(-1) ?? ''
      await shop.services.objects.put(`media/one/${name}`, new Uint8Array([1]), { contentType: 'image/jpeg' })
    }
    await refusedElsewhere(shared.items.map(({ thumb }) => thumb.url))
  })

  it('is not found: bought files by temporary and letter links; archives', async () => {
    const { orderId } = own.paid
    const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
    const links = items.flatMap(({ downloads = [] }) => downloads.map(({ url }) => url))
    const zip = await answer(shop.app, getArchive, { params: { archiveId: own.archiveId } })
    await refusedElsewhere([...links, zip.url])
    const [letter] = await lettersAbout(shop, `order-${orderId}`)
    const lasting = /http:\/\/([^/\s]+)(\/files\/orders\/[\w/-]+)/.exec(letter?.text ?? '')
    expect(lasting?.[1]).toBe('one.test')
    expect(await statusAt(lasting?.[2] ?? '', 'one.test')).toBe(302)
    expect(await statusAt(lasting?.[2] ?? '', 'two.test')).toBe(404)
  })

  it('is not found: a receipt, whose page needs a link', async () => {
    const url = `${buildPath(downloadReceipt)}?invoiceId=${own.paid.invoiceId}`
    await refusedElsewhere([url])
  })
})
