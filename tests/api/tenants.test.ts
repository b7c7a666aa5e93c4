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
import { readSentEmails } from '../support/data/delivered-files.ts'
import { fetchAnswer, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { expectedCalls } from '../support/server/expected-tenant-calls.ts'
import {
  buildNotification,
  closeTwoTenants,
  createKeyHeaders,
  createPendingPayment,
  event,
  listTenantMarks,
  openTwoTenants,
  shop,
  visitor,
} from '../support/server/two-tenants.ts'

beforeAll(openTwoTenants, 60_000)
afterAll(closeTwoTenants)

const refusalStatuses = [401, 403, 404, 410]

it('has a row for every call of the contract, and no others', () => {
  expect(Object.keys(expectedCalls).sort()).toEqual(allCalls.map(({ name }) => name).sort())
})

it.each(allCalls.map((call) => [call.name, call] as const))(
  '%s returns nothing of another tenant',
  async (name: string, call: Call) => {
    const row = expectedCalls[name]
    if (!row) throw new Error(`${name} has no row`)
    const rowCall = await row.buildInput('two.test')
    const response = await sendCall(shop.app, call, { ...rowCall, host: 'two.test' })
    const responseText = `${response.body} ${JSON.stringify(response.headers)}`
    expect(listTenantMarks().filter((mark) => mark !== '' && responseText.includes(mark))).toEqual([])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['photofinish-tenant']).toBe('theme-of-two')
    if (row.expected === 'refused') expect(refusalStatuses).toContain(response.statusCode)
    if (row.expected === 'public') expect(response.statusCode).toBe(call.status)
    if (row.expected === 'empty') expect(response.json()).toMatchObject({ total: 0, items: [] })
  },
)

it.each(
  allCalls
    .filter(({ name }) => expectedCalls[name]?.expected !== 'public')
    .map((call) => [call.name, call] as const),
)(
  '%s is refused because of the tenant only: the same call works at its own tenant',
  async (name: string, call: Call) => {
    const row = expectedCalls[name]
    if (!row) throw new Error(`${name} has no row`)
    const ownResponse = await sendCall(shop.app, call, await row.buildInput('one.test'))
    expect(ownResponse.statusCode, ownResponse.body).toBe(call.status)
    if (row.expected === 'empty') expect(ownResponse.json().total).toBeGreaterThan(0)
  },
)

it('accepts a bank’s notification only at the host of its tenant', async () => {
  const payment = await createPendingPayment()
  await sendCall(shop.app, notifyPayment, { ...buildNotification(payment), host: 'two.test' })
  const orderCall = { params: { orderId: payment.orderId } }
  expect((await fetchAnswer(shop.app, getOrder, orderCall)).state).toBe('AwaitingPayment')
  await sendCall(shop.app, notifyPayment, buildNotification(payment))
  expect((await fetchAnswer(shop.app, getOrder, orderCall)).state).toBe('Completed')
})

describe('a file of one tenant, requested at another tenant’s host,', () => {
  const fetchStatus = async (url: string, host: string) => {
    const response = await shop.app.inject({ url, headers: { host } })
    if (response.statusCode === 404) expect(response.headers['cache-control']).toBe('no-store')
    return response.statusCode
  }
  const expectOnlyOwnHost = async (urls: readonly (string | undefined)[]) => {
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      const path = url ?? 'no address'
      expect([await fetchStatus(path, 'one.test'), await fetchStatus(path, 'two.test')], path).toEqual([
        200, 404,
      ])
    }
  }
  const storePicture = async () => {
    const key = newMediaKey(shop.context())
    await shop.services.objects.put(key, new Uint8Array([1, 2, 3]), { contentType: 'image/jpeg' })
    return key
  }

  it('is not found: covers, photos in all their sizes, shared ones too', async () => {
    const cover = { key: await storePicture(), width: 3, height: 2 }
    await setEventCover(shop.context(), event.id, cover)
    const { cover: shownCover } = await fetchAnswer(shop.app, getEvent, { params: { eventId: event.id } })
    const { token } = await fetchSearchToken(shop.app, event.id)
    const { items } = await fetchAnswer(shop.app, listPhotos, { query: { count: '100' }, token })
    const framed = items.find(({ photoId }) => photoId === visitor.framed.photoId)
    await expectOnlyOwnHost([
      shownCover?.url,
      framed?.preview.url,
      framed?.medium?.url,
      framed?.thumb.url,
      framed?.tiny?.url,
    ])
    // this test server stores only the URLs of the shared photos, so their files are added here
    const runnerToken = await fetchSearchToken(shop.app, event.id, { number: '128' })
    const { shareId } = await fetchAnswer(shop.app, createShare, {
      body: {},
      token: runnerToken.token,
      ...createKeyHeaders(),
    })
    const sharedPhotos = await fetchAnswer(shop.app, getShare, { params: { shareId } })
    for (const { thumb } of sharedPhotos.items) {
      const name = thumb.url.split('/').at(-1) ?? ''
      await shop.services.objects.put(`media/one/${name}`, new Uint8Array([1]), { contentType: 'image/jpeg' })
    }
    await expectOnlyOwnHost(sharedPhotos.items.map(({ thumb }) => thumb.url))
  })

  it('is not found: bought files by temporary and letter links; archives', async () => {
    const { orderId } = visitor.paidOrder
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    const links = items.flatMap(({ downloads = [] }) => downloads.map(({ url }) => url))
    const zip = await fetchAnswer(shop.app, getArchive, { params: { archiveId: visitor.archiveId } })
    await expectOnlyOwnHost([...links, zip.url])
    const [letter] = await readSentEmails(shop, `order-${orderId}`)
    const letterLink = /http:\/\/([^/\s]+)(\/files\/orders\/[\w/-]+)/.exec(letter?.text ?? '')
    expect(letterLink?.[1]).toBe('one.test')
    expect(await fetchStatus(letterLink?.[2] ?? '', 'one.test')).toBe(302)
    expect(await fetchStatus(letterLink?.[2] ?? '', 'two.test')).toBe(404)
  })

  it('is not found: a receipt, whose page needs a link', async () => {
    const url = `${buildPath(downloadReceipt)}?invoiceId=${visitor.paidOrder.invoiceId}`
    await expectOnlyOwnHost([url])
  })
})
