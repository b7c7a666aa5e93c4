import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEvents } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { anEvent, aPhoto } from '../support/data/race.ts'
import { type Ask, send, tokenFor } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer
let event: EventRow
beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
  event = await anEvent(testServer.context())
  await aPhoto(testServer.context(), event, { numbers: ['128'] })
})
afterAll(() => testServer.close())

const events = (ask: Ask = {}) => send(testServer.app, listEvents, ask)
const whenChangedFrom = (etag: unknown, more: Record<string, string> = {}) => ({
  headers: { 'if-none-match': String(etag), ...more },
})

it('answers 304 to an unchanged request, and in full after any write', async () => {
  const first = await events()
  const { etag } = first.headers
  const again = await events(whenChangedFrom(etag))
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['cache-control']).toBe('no-cache')
  expect(again.headers['photofinish-tenant']).toBe(first.headers['photofinish-tenant'])
  await aPhoto(testServer.context(), event)
  const later = await events(whenChangedFrom(etag))
  expect([later.statusCode, later.json().items[0].counts.photos]).toEqual([200, 2])
})

it('sees committed writes, not those rolled back', async () => {
  const { etag } = (await events()).headers
  const taken = inTransaction(testServer.context(), async (inside) => {
    await anEvent(inside)
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  expect((await events(whenChangedFrom(etag))).statusCode).toBe(304)
  await inTransaction(testServer.context(), async (inside) => {
    await anEvent(inside)
  })
  expect((await events(whenChangedFrom(etag))).json().total).toBe(2)
})

it('separates languages, tenants and pages', async () => {
  const { etag } = (await events({ language: 'ru' })).headers
  const spanish = await events({ language: 'es', ...whenChangedFrom(etag) })
  expect(spanish.json().items[0].title).toBe('Media maratón Tres Puentes')
  expect((await events({ host: 'two.test', ...whenChangedFrom(etag) })).json().total).toBe(0)
  expect((await events({ query: { count: '1' } })).json().count).toBe(1)
})

it('compresses an answer once, for callers that accept it', async () => {
  const plain = await events()
  const packed = await events({ headers: { 'accept-encoding': 'gzip, br' } })
  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['br', 'accept-encoding'])
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  const unpacked = await events({ headers: { 'accept-encoding': 'br;q=0' } })
  expect([unpacked.headers['content-encoding'], unpacked.body]).toEqual([undefined, plain.body])
})

it('refuses a page of an album for an expired token, also with a known ETag', async () => {
  const { token } = await tokenFor(testServer.app, event.id)
  const page = await send(testServer.app, listPhotos, { token })
  expect(page.headers['cache-control']).toBe('private, no-cache')
  const known = { token, ...whenChangedFrom(page.headers.etag) }
  expect((await send(testServer.app, listPhotos, known)).statusCode).toBe(304)
  const own = await tokenFor(testServer.app, event.id, { number: '128' })
  const personal = await send(testServer.app, listPhotos, { token: own.token })
  expect([personal.headers['cache-control'], personal.headers.etag]).toEqual(['no-store', undefined])
  testServer.moveClock(13 * 3_600_000)
  const late = await send(testServer.app, listPhotos, known)
  expect([late.statusCode, late.headers['cache-control']]).toEqual([401, 'no-store'])
})
