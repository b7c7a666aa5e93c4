import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEvents } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { createPhoto, createTestEvent } from '../support/data/race.ts'
import { type CallInput, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer
let event: EventRow
beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
  event = await createTestEvent(testServer.context())
  await createPhoto(testServer.context(), event, { numbers: ['128'] })
})
afterAll(() => testServer.close())

const fetchEvents = (call: CallInput = {}) => sendCall(testServer.app, listEvents, call)
const buildConditional = (etag: unknown, extraHeaders: Record<string, string> = {}) => ({
  headers: { 'if-none-match': String(etag), ...extraHeaders },
})

it('answers 304 to an unchanged request, and in full after any write', async () => {
  const first = await fetchEvents()
  const { etag } = first.headers
  const again = await fetchEvents(buildConditional(etag))
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['cache-control']).toBe('no-cache')
  expect(again.headers['photofinish-tenant']).toBe(first.headers['photofinish-tenant'])
  await createPhoto(testServer.context(), event)
  const later = await fetchEvents(buildConditional(etag))
  expect([later.statusCode, later.json().items[0].counts.photos]).toEqual([200, 2])
})

it('sees committed writes, not those rolled back', async () => {
  const { etag } = (await fetchEvents()).headers
  const rolledBack = inTransaction(testServer.context(), async (transactionContext) => {
    await createTestEvent(transactionContext)
    throw new Error('taken back')
  })
  await expect(rolledBack).rejects.toThrow('taken back')
  expect((await fetchEvents(buildConditional(etag))).statusCode).toBe(304)
  await inTransaction(testServer.context(), async (transactionContext) => {
    await createTestEvent(transactionContext)
  })
  expect((await fetchEvents(buildConditional(etag))).json().total).toBe(2)
})

it('separates languages, tenants and pages', async () => {
  const { etag } = (await fetchEvents({ language: 'ru' })).headers
  const spanish = await fetchEvents({ language: 'es', ...buildConditional(etag) })
  expect(spanish.json().items[0].title).toBe('Media maratón Tres Puentes')
  expect((await fetchEvents({ host: 'two.test', ...buildConditional(etag) })).json().total).toBe(0)
  expect((await fetchEvents({ query: { count: '1' } })).json().count).toBe(1)
})

it('compresses an answer once, for callers that accept it', async () => {
  const plain = await fetchEvents()
  const compressed = await fetchEvents({ headers: { 'accept-encoding': 'gzip, br' } })
  expect([compressed.headers['content-encoding'], compressed.headers.vary]).toEqual(['br', 'accept-encoding'])
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
  const uncompressed = await fetchEvents({ headers: { 'accept-encoding': 'br;q=0' } })
  expect([uncompressed.headers['content-encoding'], uncompressed.body]).toEqual([undefined, plain.body])
})

it('refuses a page of an album for an expired token, also with a known ETag', async () => {
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const page = await sendCall(testServer.app, listPhotos, { token })
  expect(page.headers['cache-control']).toBe('private, no-cache')
  const conditionalCall = { token, ...buildConditional(page.headers.etag) }
  expect((await sendCall(testServer.app, listPhotos, conditionalCall)).statusCode).toBe(304)
  const runnerToken = await fetchSearchToken(testServer.app, event.id, { number: '128' })
  const personal = await sendCall(testServer.app, listPhotos, { token: runnerToken.token })
  expect([personal.headers['cache-control'], personal.headers.etag]).toEqual(['no-store', undefined])
  testServer.moveClock(13 * 3_600_000)
  const expiredResponse = await sendCall(testServer.app, listPhotos, conditionalCall)
  expect([expiredResponse.statusCode, expiredResponse.headers['cache-control']]).toEqual([401, 'no-store'])
})
