import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenantHeader } from '../../contract/call.ts'
import { getEvent, listEvents, reportPoint } from '../../contract/events.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { addPhoto } from '../../server/features/photos/index.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import { newOriginalKey } from '../../server/platform/objects/keys.ts'
import { createPhoto, createStartList, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const search = async (searchString: string) => {
  const { items } = await fetchAnswer(testServer.app, listEvents, { query: { searchString, count: '100' } })
  return items.map((event) => event.eventId)
}

it('finds an event by name in any language, by city and by external id, however it is typed', async () => {
  const externalId = `race-${newId()}`
  const city = { ru: 'Ёлкино', en: 'Yolkino' }
  const title = { ru: 'Забег «Белая тропа»', en: 'White Trail Run', es: 'Sendero Blanco' }
  const { id } = await createTestEvent(testServer.context(), { title, city, externalId })
  for (const typed of [
    'белая',
    'BELAYA',
    'white trail',
    'trail white',
    'sendero',
    'елкино',
    'Ёлки',
    'yolkino',
  ])
    expect(await search(typed), typed).toContain(id)
  expect(await search(externalId)).toContain(id)
  expect(await search('белая ночь')).not.toContain(id)
  const { items } = await fetchAnswer(testServer.app, listEvents, { query: { externalEventId: externalId } })
  expect(items.map((event) => event.eventId)).toEqual([id])
})

it('finds an event by its date, in words or figures, alone or beside its name', async () => {
  const name = newId()
  const startsOn = new Date('2019-03-30T22:30:00Z')
  const endsOn = new Date('2019-03-31T20:00:00Z')
  // the start is at 01:30 of the next day in the event's time zone
  const input = { startsOn, endsOn, timeZone: 'Europe/Moscow', city: { ru: 'Дно' }, externalId: name }
  const { id } = await createTestEvent(testServer.context(), input)
  for (const typed of [
    '31 марта 2019',
    '31.03.2019',
    '2019-03-31',
    'March 2019',
    '31 de marzo de 2019',
    '31 марта',
    '2019',
    'дно 2019',
    'март 2019 дно',
  ])
    expect(await search(typed), typed).toContain(id)
  for (const typed of ['30 марта 2019', '31.03.2018', 'апрель 2019', 'псков 2019'])
    expect(await search(typed), typed).not.toContain(id)
})

it('knows each day of a race of several days', async () => {
  const days = { startsOn: new Date('2018-07-06T06:00:00Z'), endsOn: new Date('2018-07-08T15:00:00Z') }
  const { id } = await createTestEvent(testServer.context(), days)
  for (const typed of ['6 июля 2018', '7.07.2018', 'July 8 2018'])
    expect(await search(typed), typed).toContain(id)
  expect(await search('9 июля 2018')).not.toContain(id)
})

it('offers no search by number or name while no photo is tagged, and counts the photo report', async () => {
  const event = await createTestEvent(testServer.context())
  await createStartList(testServer.context(), event, [
    { number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
  ])
  const fetchEventList = () => fetchAnswer(testServer.app, getEvent, { params: { eventId: event.id } })
  expect((await fetchEventList()).features).toMatchObject({ numberSearch: true, surnameSearch: true })
  await createPhoto(testServer.context(), event, { point: reportPoint })
  expect(await fetchEventList()).toMatchObject({
    counts: { photos: 0, report: 1 },
    features: { numberSearch: false, surnameSearch: false },
  })
  await createPhoto(testServer.context(), event, { numbers: ['128'] })
  expect(await fetchEventList()).toMatchObject({
    counts: { photos: 1, report: 1 },
    features: { numberSearch: true, surnameSearch: true },
  })
})

it('counts what there is and what is being worked on, in the words of the language', async () => {
  const event = await createTestEvent(testServer.context())
  await createPhoto(testServer.context(), event, { numbers: ['128'] })
  const unprocessedPhoto = {
    fileName: 'b.jpg',
    mime: 'image/jpeg',
    sizeInBytes: 1,
    originalKey: newOriginalKey(testServer.context()),
    point: null,
  }
  await addPhoto(testServer.context(), { ...unprocessedPhoto, eventId: event.id, sha256: sha256(newId()) })
  await createStartList(testServer.context(), event, [
    { number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
  ])
  const fetchEventList = { params: { eventId: event.id } }
  const english = await fetchAnswer(testServer.app, getEvent, { ...fetchEventList, language: 'en' })
  expect(english).toMatchObject({
    title: 'Three Bridges Half Marathon',
    city: 'Saint Petersburg',
    localDay: '2026-09-12',
    counts: { photos: 1, videos: 0, competitors: 1 },
    processing: { photosTotal: 2, photosReady: 1 },
    features: { faceSearch: true, surnameSearch: true, video: false },
    points: [{ point: 'finish', title: 'Finish' }],
  })
  expect(english.cover?.url).toMatch(/^\/media\/[\w-]{22}$/)
  expect(
    (await fetchAnswer(testServer.app, getEvent, { ...fetchEventList, language: 'ru' })).title,
  ).toContain('Три моста')
  expect((await fetchAnswer(testServer.app, getEvent, { ...fetchEventList, language: 'es' })).city).toBe(
    'Saint Petersburg',
  )
})

it('pages through events, newest first', async () => {
  const name = newId()
  const ids: string[] = []
  for (const day of ['01', '02', '03']) {
    const startsOn = new Date(`2026-05-${day}T09:00:00Z`)
    ids.push((await createTestEvent(testServer.context(), { startsOn, city: { ru: name } })).id)
  }
  const first = await fetchAnswer(testServer.app, listEvents, { query: { searchString: name, count: '2' } })
  const rest = await fetchAnswer(testServer.app, listEvents, {
    query: { searchString: name, count: '2', offset: '2' },
  })
  expect([...first.items, ...rest.items].map((event) => event.eventId)).toEqual(ids.reverse())
  expect([first.total, first.count, rest.count]).toEqual([3, 2, 1])
})

it('counts all events that have photos, not only those of the page', async () => {
  const name = newId()
  for (const day of ['01', '02', '03']) {
    const startsOn = new Date(`2026-05-${day}T09:00:00Z`)
    const event = await createTestEvent(testServer.context(), { startsOn, city: { ru: name } })
    if (day === '03') await createPhoto(testServer.context(), event, { point: reportPoint })
    else await createPhoto(testServer.context(), event)
  }
  const list = await fetchAnswer(testServer.app, listEvents, { query: { searchString: name, count: '1' } })
  expect([list.total, list.count, list.withPhotos]).toEqual([3, 1, 2])
})

it("keeps tenants apart: another brand's event does not exist", async () => {
  const { id } = await createTestEvent(testServer.context('two'), { externalId: newId() })
  expect(await fetchProblemCode(testServer.app, getEvent, { params: { eventId: id } })).toEqual([
    404,
    'EventNotFound',
  ])
  expect(
    await fetchAnswer(testServer.app, getEvent, { params: { eventId: id }, host: 'two.test' }),
  ).toMatchObject({
    eventId: id,
  })
  expect(await fetchProblemCode(testServer.app, listEvents, { host: 'three.test' })).toEqual([
    421,
    'TenantUnknown',
  ])
  expect(await search('мост')).not.toContain(id)
})

it('does not show a hidden event', async () => {
  const { id } = await createTestEvent(testServer.context(), { state: 'Hidden' })
  expect(await fetchProblemCode(testServer.app, getEvent, { params: { eventId: id } })).toEqual([
    404,
    'EventNotFound',
  ])
  expect(await search('')).not.toContain(id)
})

it.each(['-1', '1e9', 'NaN', 'x'.repeat(100), '%', "' OR 1=1--"])('has no event %j', async (eventId) => {
  expect(await fetchProblemCode(testServer.app, getEvent, { params: { eventId } })).toEqual([
    404,
    'EventNotFound',
  ])
})

it('refuses absurd searches and takes strange ones for what they are', async () => {
  const fetchEventList = (query: Record<string, string>) =>
    fetchProblemCode(testServer.app, listEvents, { query })
  expect(await fetchEventList({ searchString: 'x'.repeat(10_000) })).toEqual([400, 'ValidationFailed'])
  expect(await fetchEventList({ count: '1000000' })).toEqual([400, 'ValidationFailed'])
  expect(await fetchEventList({ offset: '-1' })).toEqual([400, 'ValidationFailed'])
  // the search has three ordinary words; random ids of other tests may contain them, this id does not
  const { id } = await createTestEvent(testServer.context(), { externalId: 'quiet' })
  expect(await search("' OR 1=1--")).not.toContain(id)
  expect(await search("' OR 1=1--")).toEqual(await search('or 1 1'))
  expect(await search('%')).toEqual(await search(''))
  expect(await fetchEventList({ searchString: 'a\u0000b' })).toEqual([400, 'ValidationFailed'])
  const brokenResponse = await testServer.app.inject({
    url: '/public/events/api/v1/events/%FF',
    headers: { host: 'one.test' },
  })
  expect([brokenResponse.statusCode, brokenResponse.json<{ code: string }>().code]).toEqual([
    400,
    'ValidationFailed',
  ])
  expect(await fetchEventList({ externalEventId: '\u0000' })).toEqual([400, 'ValidationFailed'])
  expect(await fetchProblemCode(testServer.app, getEvent, { params: { eventId: '\u0000' } })).toEqual([
    400,
    'ValidationFailed',
  ])
})

it('every answer names its tenant, a refusal too', async () => {
  const { app } = testServer
  const context = testServer.context()
  const { id } = await createTestEvent(context)
  for (const eventId of [id, 'none']) {
    const { headers } = await sendCall(app, getEvent, { params: { eventId } })
    expect(headers[tenantHeader]).toBe(encodeURIComponent(context.tenant.settings.theme))
  }
  // URLs that are refused before routing
  for (const eventId of ['%FF', 'x'.repeat(5000)]) {
    const url = `/public/events/api/v1/events/${eventId}`
    const { headers, statusCode } = await app.inject({ url, headers: { host: 'one.test' } })
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers[tenantHeader]).toBe(encodeURIComponent(context.tenant.settings.theme))
  }
  const media = await app.inject({ url: '/media/none', headers: { host: 'one.test' } })
  expect(media.headers).toHaveProperty(tenantHeader)
})
