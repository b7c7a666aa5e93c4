import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { addPromotionalCode } from '../../contract/cart.ts'
import { createSearchToken, searchCompetitors } from '../../contract/competitors.ts'
import type { Problem } from '../../contract/errors.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { createShare, getShareCard, listPhotos } from '../../contract/photos.ts'
import { subscribe } from '../../contract/push.ts'
import { sendRequest } from '../../contract/requests.ts'
import { listVideos } from '../../contract/videos.ts'
import { buildApp } from '../../server/app.ts'
import { createCompetitorsFeature } from '../../server/features/competitors/index.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { callCounts } from '../../server/platform/http/tables.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { createDevice } from '../support/data/purchases.ts'
import { createPhoto, createStartList, createTestEvent } from '../support/data/race.ts'
import {
  type CallInput,
  fetchAnswer,
  fetchPhotos,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import { buildAppWith } from '../support/server/app-with.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredVideo,
  openShop,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 120_000)
afterAll(() => shop.close())

const tenMinutesInMs = 600_000
/** Windows of ten minutes in the hour of {@link guessesInAnHour}. */
const windows = 6
const guessesInAnHour = 10_000
const listIndexes = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('photos under an event token', () => {
  it('carry no start numbers, on no page of the album', async () => {
    const event = await createTestEvent(shop.context())
    const numbers = ['48128', '48129', '48130']
    for (const number of numbers)
      await createPhoto(shop.context(), event, { numbers: [number], point: 'finish' })
    const { token } = await fetchSearchToken(shop.app, event.id)
    const pages: Record<string, string>[] = [{}, { point: 'finish' }, { offset: '1', count: '2' }]
    const found: boolean[] = []
    for (const query of pages) {
      const { statusCode, body } = await sendCall(shop.app, listPhotos, { token, query })
      expect(statusCode).toBe(200)
      found.push(...numbers.map((number) => body.includes(number)))
    }
    reportFigures('start numbers under an event token', { found: countTrue(found) })
    expect(found).not.toContain(true)
    const { token: ownToken } = await fetchSearchToken(shop.app, event.id, { number: '48128' })
    expect((await fetchPhotos(shop.app, ownToken)).map(({ tags }) => tags)).toMatchObject([
      [{ name: 'number', value: '48128' }],
    ])
  })
})

describe('videos under an event token', () => {
  it('carry a start number only when it is asked for, and are searched by name as often as the start list', async () => {
    const event = await createTestEvent(shop.context())
    const numbers = ['48128', '48129']
    for (const number of [...numbers, null]) await createStoredVideo(shop, event, number)
    await createStartList(shop.context(), event, [{ number: '48128', firstName: 'Анна', surname: 'Белова' }])
    const { token } = await fetchSearchToken(shop.app, event.id)
    const { albumId } = event
    const list = (query: Record<string, string>) =>
      sendCall(shop.app, listVideos, { token, query: { albumId, ...query }, address: '198.51.100.61' })
    const bulkQueries: Record<string, string>[] = [
      {},
      { offset: '1', count: '1' },
      { searchString: 'белова' },
    ]
    const found: boolean[] = []
    for (const query of bulkQueries) {
      const { statusCode, body } = await list(query)
      expect(statusCode).toBe(200)
      found.push(...numbers.map((number) => body.includes(number)))
    }
    reportFigures('start numbers of videos under an event token', { found: countTrue(found) })
    expect(found).not.toContain(true)
    const numberQueries: Record<string, string>[] = [{ myStartNumber: '48128' }, { searchString: '№ 48128' }]
    for (const query of numberQueries) {
      const { items } = await fetchAnswer(shop.app, listVideos, { token, query: { albumId, ...query } })
      expect(items.map(({ startNumber, personal }) => [startNumber, personal])).toEqual([
        ['48128', true],
        [undefined, false],
      ])
    }
    const { token: ownToken } = await fetchSearchToken(shop.app, event.id, { number: '48129' })
    const own = await fetchAnswer(shop.app, listVideos, { token: ownToken, query: { albumId } })
    expect(own.items.map(({ startNumber }) => startNumber)).toEqual(['48129', undefined])

    // one search by name and two by number were made above
    const nameStatuses: number[] = []
    for (const at of listIndexes(60))
      nameStatuses.push((await list({ searchString: `белова${at}` })).statusCode)
    const numberStatuses: number[] = []
    for (const at of listIndexes(120))
      numberStatuses.push((await list({ myStartNumber: String(at + 1) })).statusCode)
    const isAnswered = (status: number) => status === 200
    reportFigures('videos, searches of one token', {
      'by name': countTrue([true, ...nameStatuses.map(isAnswered)]),
      'limit of names': 60,
      'by number': countTrue([true, true, ...numberStatuses.map(isAnswered)]),
      'limit of numbers': 120,
    })
    expect(new Set(nameStatuses.slice(0, 59))).toEqual(new Set([200]))
    expect(new Set(nameStatuses.slice(59))).toEqual(new Set([429]))
    expect(new Set(numberStatuses.slice(0, 118))).toEqual(new Set([200]))
    expect(new Set(numberStatuses.slice(118))).toEqual(new Set([429]))
    expect((await list({})).statusCode).toBe(200)
    // the runner of the token is not searched for
    const listOwn = () =>
      sendCall(shop.app, listVideos, { token: ownToken, query: { albumId, myStartNumber: '48129' } })
    const ownStatuses: number[] = []
    for (const _ of listIndexes(61)) ownStatuses.push((await listOwn()).statusCode)
    expect(new Set(ownStatuses)).toEqual(new Set([200]))
  }, 60_000)
})

describe('searches of a start list', () => {
  let competitorsListId: string
  beforeAll(async () => {
    const event = await createTestEvent(shop.context())
    await createStartList(shop.context(), event, [{ number: '128', firstName: 'Анна', surname: 'Белова' }])
    competitorsListId = event.competitorsListId
  })
  const searchStartList = (address: string, more: { app?: Shop['app']; token?: string } = {}) =>
    sendCall(more.app ?? shop.app, searchCompetitors, {
      query: { competitorsListId: competitorsListId, search: '128' },
      address,
      ...(more.token !== undefined && { token: more.token }),
    })

  it('of one address are counted by all processes together: a crowd may search, a program not', async () => {
    const otherApp = await buildApp(shop.services, [
      createCompetitorsFeature(shop.services, { finder: shop.searchModule.finder }),
    ])
    const statuses: number[] = []
    for (const at of listIndexes(600)) {
      const app = at % 2 ? otherApp : shop.app
      statuses.push((await searchStartList(`2001:db8:0:7::${at + 1}`, { app })).statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const statusesBeyondLimit: number[] = []
    for (const app of [shop.app, otherApp]) {
      const refused = await searchStartList('2001:db8:0:7::9999', { app })
      statusesBeyondLimit.push(refused.statusCode)
      expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'TooManyRequests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    const otherNetworkStatus = (await searchStartList('2001:db8:0:8::1')).statusCode
    reportFigures('start list, searches of one network in two processes', {
      answered: countTrue([...statuses, ...statusesBeyondLimit].map((status) => status === 200)),
      limit: 600,
      'of another network answered': countTrue([otherNetworkStatus === 200]),
    })
    expect(otherNetworkStatus).toBe(200)
    await otherApp.close()
    const storedCounts = JSON.stringify(await shop.services.db.select().from(callCounts))
    expect(storedCounts).not.toContain('2001')
    shop.moveClock(tenMinutesInMs)
    expect((await searchStartList('2001:db8:0:7::1')).statusCode).toBe(200)
    expect(await shop.services.db.select().from(callCounts)).toHaveLength(1)
  }, 120_000)

  it('of one token are counted wherever they come from', async () => {
    const token = 'a-token-of-one-visitor'
    const statuses: number[] = []
    for (const at of listIndexes(61))
      statuses.push((await searchStartList(`198.51.100.${at}`, { token })).statusCode)
    reportFigures('start list, searches of one token', {
      answered: countTrue(statuses.map((status) => status === 200)),
      limit: 60,
    })
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
    expect((await searchStartList('203.0.113.1')).statusCode).toBe(200)
  }, 60_000)
})

describe('calls that are limited by device and address', () => {
  const address = '198.51.100.90'
  const countStatuses = (statuses: readonly number[], status: number) =>
    statuses.filter((one) => one === status).length

  /** Makes calls at once in two processes, as many in each. Returns their statuses. */
  async function sendAtOnce(count: number, call: Call, buildInput: (at: number) => CallInput) {
    const otherApp = await buildAppWith(shop, {})
    onTestFinished(() => otherApp.close())
    const responses = await Promise.all(
      listIndexes(count).map((at) =>
        sendCall(at % 2 ? otherApp : shop.app, call, { address, ...buildInput(at) }),
      ),
    )
    return responses.map(({ statusCode }) => statusCode)
  }

  it('of one device are counted by all processes together, and the crowd at its address is answered', async () => {
    const event = await createTestEvent(shop.context())
    const createDeviceKey = () => randomBytes(24).toString('base64url')
    const buildSearch = (deviceKey: string): CallInput => ({
      params: { eventId: event.id },
      body: { number: '128', deviceKey },
      address,
    })
    const deviceKey = createDeviceKey()
    const statuses = await sendAtOnce(160, createSearchToken, () => buildSearch(deviceKey))
    const crowd: number[] = []
    for (const _ of listIndexes(200))
      crowd.push((await sendCall(shop.app, createSearchToken, buildSearch(createDeviceKey()))).statusCode)
    reportFigures('searches for one person after another, of one device and of 200 others at its address', {
      answered: countStatuses(statuses, 200),
      limit: 120,
      'of other devices answered': countStatuses(crowd, 200),
    })
    expect([countStatuses(statuses, 200), countStatuses(statuses, 429)]).toEqual([120, 40])
    expect(new Set(crowd)).toEqual(new Set([200]))
  }, 60_000)

  it('of a network without devices are counted by all processes together', async () => {
    const buildInput = (at: number) => ({
      params: { shareId: 'unknown' },
      address: `2001:db8:0:21::${at + 1}`,
    })
    const statuses: number[] = []
    for (const _ of listIndexes(2)) statuses.push(...(await sendAtOnce(160, getShareCard, buildInput)))
    const fromOtherNetwork = { params: { shareId: 'unknown' }, address: '2001:db8:0:22::1' }
    const refused = await sendCall(shop.app, getShareCard, buildInput(0))
    reportFigures('pictures of links, of one network in two processes', {
      answered: countStatuses(statuses, 404),
      limit: 300,
    })
    expect([countStatuses(statuses, 404), countStatuses(statuses, 429)]).toEqual([300, 20])
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'TooManyRequests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await sendCall(shop.app, getShareCard, fromOtherNetwork)).statusCode).toBe(404)
    shop.moveClock(60_000)
    expect((await sendCall(shop.app, getShareCard, buildInput(0))).statusCode).toBe(404)
  }, 60_000)

  const subscription = { endpoint: 'https://127.0.0.1/unknown', keys: { p256dh: 'none', auth: 'none' } }
  const subscribeInput = { body: { subscription, topics: [{ eventId: 'unknown' }] } }

  it('of one device above its limit take nothing from the others at its address', async () => {
    const sendFrom = async (device: CallInput) =>
      (await sendCall(shop.app, subscribe, { ...subscribeInput, ...device, address: '198.51.100.91' }))
        .statusCode
    const device = createDevice()
    const statuses: number[] = []
    for (const _ of listIndexes(650)) statuses.push(await sendFrom(device))
    expect([countStatuses(statuses, 422), countStatuses(statuses, 429)]).toEqual([30, 620])
    expect(await sendFrom(createDevice())).toBe(422)
  }, 60_000)

  it.each<
    [string, Call, { input: CallInput; callerHas: 'token' | 'device key'; max: number; answered: number }]
  >([
    ['links', createShare, { input: { body: {} }, callerHas: 'token', max: 20, answered: 404 }],
    [
      'previews',
      previewFramedPhoto,
      {
        input: { query: { photoId: 'unknown', frameId: 'unknown' } },
        callerHas: 'token',
        max: 120,
        answered: 404,
      },
    ],
    ['notifications', subscribe, { input: subscribeInput, callerHas: 'device key', max: 30, answered: 422 }],
  ])(
    'of one token or device are counted apart from those of others at its address: %s',
    async (_name, call, { input, callerHas, max, answered }) => {
      const event = await createTestEvent(shop.context())
      const createCaller = async (): Promise<CallInput> =>
        callerHas === 'token'
          ? { token: (await fetchSearchToken(shop.app, event.id, { number: '128' })).token }
          : createDevice()
      const caller = await createCaller()
      const statuses = await sendAtOnce(max + 20, call, () => ({ ...input, ...caller }))
      expect([countStatuses(statuses, answered), countStatuses(statuses, 429)]).toEqual([max, 20])
      const otherCaller = await createCaller()
      expect((await sendCall(shop.app, call, { ...input, ...otherCaller, address })).statusCode).toBe(
        answered,
      )
    },
  )
})

describe('forms', () => {
  // on PostgreSQL (`npm run test:postgres`) the transactions are really concurrent
  it('of one writer are counted one after the other, however many come at once', async () => {
    const fields = { email: 'anna@mail.example', message: 'Где мои фото?' }
    const responses = await Promise.all(
      listIndexes(40).map((at) =>
        sendCall(shop.app, sendRequest, { body: { kind: 'support', fields }, address: `198.51.100.${at}` }),
      ),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    reportFigures('forms of one writer, sent at once', {
      accepted: countTrue(statuses.map((status) => status === sendRequest.status)),
      limit: 5,
    })
    expect(statuses.filter((status) => status === sendRequest.status)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  }, 60_000)
})

describe('promo codes', () => {
  it('are not found by guesses of one cart for an hour, and others at its address may redeem theirs', async () => {
    const event = await createEventOnSale(shop)
    await createPromoCode(shop.context(), { code: 'RUN10', kind: 'percent', value: 10 })
    const address = '198.51.100.77'
    const redeem = async (cartId: string, code: string) => {
      const call = { params: { shoppingCartId: cartId }, body: { code }, address }
      const response = await sendCall(shop.app, addPromotionalCode, call)
      return response.statusCode === 204 ? 'redeemed' : response.json<Problem>().code
    }
    const cartId = await createReadyCart(shop, event)
    const others = await Promise.all(listIndexes(windows).map(() => createReadyCart(shop, event)))
    const answers: string[] = []
    const honestAnswer: string[] = []
    for (const window of listIndexes(windows)) {
      shop.moveClock(tenMinutesInMs)
      const guesses = Math.ceil((guessesInAnHour - answers.length) / (windows - window))
      for (const at of listIndexes(guesses)) answers.push(await redeem(cartId, `GUESS-${window}-${at}`))
      honestAnswer.push(await redeem(others[window] ?? '', 'RUN10'))
    }
    const evaluated = answers.filter((code) => code !== 'TooManyRequests')
    reportFigures('promo codes, guesses of one cart in an hour', {
      evaluated: `${evaluated.length} of ${answers.length}`,
      limit: 60,
      'codes of other buyers at the address redeemed': countTrue(
        honestAnswer.map((code) => code === 'redeemed'),
      ),
    })
    expect(answers).toHaveLength(guessesInAnHour)
    expect(new Set(evaluated)).toEqual(new Set(['PromoNotFound']))
    expect(evaluated.length).toBeLessThanOrEqual(60)
    expect(honestAnswer).toEqual(others.map(() => 'redeemed'))
  }, 240_000)
})
