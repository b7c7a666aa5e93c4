import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPromotionalCode } from '../../contract/cart.ts'
import { searchCompetitors } from '../../contract/competitors.ts'
import type { Problem } from '../../contract/errors.ts'
import { listPhotos } from '../../contract/photos.ts'
import { sendRequest } from '../../contract/requests.ts'
import { buildApp } from '../../server/app.ts'
import { createCompetitorsFeature } from '../../server/features/competitors/index.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { callCounts } from '../../server/platform/http/tables.ts'
import { countTrue, report } from '../support/data/figures.ts'
import { anEvent, aPhoto, aStartList } from '../support/data/race.ts'
import { fetchPhotos, send, tokenFor } from '../support/server/api-calls.ts'
import { aFullCart, aSellingEvent, openShop, type Shop } from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 120_000)
afterAll(() => shop.close())

const tenMinutesInMs = 600_000
/** Windows of ten minutes in the hour of {@link guessesInAnHour}. */
const windows = 6
const guessesInAnHour = 10_000
const times = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('photos under an event token', () => {
  it('carry no start numbers, on no page of the album', async () => {
    const event = await anEvent(shop.context())
    const numbers = ['48128', '48129', '48130']
    for (const number of numbers) await aPhoto(shop.context(), event, { numbers: [number], point: 'finish' })
    const { token } = await tokenFor(shop.app, event.id)
    const pages: Record<string, string>[] = [{}, { point: 'finish' }, { offset: '1', count: '2' }]
    const found: boolean[] = []
    for (const query of pages) {
      const { statusCode, body } = await send(shop.app, listPhotos, { token, query })
      expect(statusCode).toBe(200)
      found.push(...numbers.map((number) => body.includes(number)))
    }
    report('start numbers under an event token', { found: countTrue(found) })
    expect(found).not.toContain(true)
    const { token: own } = await tokenFor(shop.app, event.id, { number: '48128' })
    expect((await fetchPhotos(shop.app, own)).map(({ tags }) => tags)).toMatchObject([
      [{ name: 'number', value: '48128' }],
    ])
  })
})

describe('searches of a start list', () => {
  let list: string
  beforeAll(async () => {
    const event = await anEvent(shop.context())
    await aStartList(shop.context(), event, [{ number: '128', firstName: 'Анна', surname: 'Белова' }])
    list = event.competitorsListId
  })
  const search = (address: string, more: { app?: Shop['app']; token?: string } = {}) =>
    send(more.app ?? shop.app, searchCompetitors, {
      query: { competitorsListId: list, search: '128' },
      address,
      ...(more.token !== undefined && { token: more.token }),
    })

  it('of one address are counted by all processes together: a crowd may search, a program not', async () => {
    const other = await buildApp(shop.services, [
      createCompetitorsFeature(shop.services, { finder: shop.finding.finder }),
    ])
    const statuses: number[] = []
    for (const at of times(600)) {
      const app = at % 2 ? other : shop.app
      statuses.push((await search(`2001:db8:0:7::${at + 1}`, { app })).statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const beyond: number[] = []
    for (const app of [shop.app, other]) {
      const refused = await search('2001:db8:0:7::9999', { app })
      beyond.push(refused.statusCode)
      expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'TooManyRequests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    const elsewhere = (await search('2001:db8:0:8::1')).statusCode
    report('start list, searches of one network in two processes', {
      answered: countTrue([...statuses, ...beyond].map((status) => status === 200)),
      limit: 600,
      'of another network answered': countTrue([elsewhere === 200]),
    })
    expect(elsewhere).toBe(200)
    await other.close()
    const kept = JSON.stringify(await shop.services.db.select().from(callCounts))
    expect(kept).not.toContain('2001')
    shop.moveClock(tenMinutesInMs)
    expect((await search('2001:db8:0:7::1')).statusCode).toBe(200)
    expect(await shop.services.db.select().from(callCounts)).toHaveLength(1)
  }, 120_000)

  it('of one token are counted wherever they come from', async () => {
    const token = 'a-token-of-one-visitor'
    const statuses: number[] = []
    for (const at of times(61)) statuses.push((await search(`198.51.100.${at}`, { token })).statusCode)
    report('start list, searches of one token', {
      answered: countTrue(statuses.map((status) => status === 200)),
      limit: 60,
    })
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
    expect((await search('203.0.113.1')).statusCode).toBe(200)
  }, 60_000)
})

describe('forms', () => {
  // on PostgreSQL (`npm run test:postgres`) the transactions are really concurrent
  it('of one writer are counted one after the other, however many come at once', async () => {
    const fields = { email: 'anna@mail.example', message: 'Где мои фото?' }
    const sent = await Promise.all(
      times(40).map((at) =>
        send(shop.app, sendRequest, { body: { kind: 'support', fields }, address: `198.51.100.${at}` }),
      ),
    )
    const statuses = sent.map(({ statusCode }) => statusCode)
    report('forms of one writer, sent at once', {
      accepted: countTrue(statuses.map((status) => status === sendRequest.status)),
      limit: 5,
    })
    expect(statuses.filter((status) => status === sendRequest.status)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  }, 60_000)
})

describe('promo codes', () => {
  it('are not found by guesses of one cart for an hour, and others at its address may redeem theirs', async () => {
    const event = await aSellingEvent(shop)
    await createPromoCode(shop.context(), { code: 'RUN10', kind: 'percent', value: 10 })
    const address = '198.51.100.77'
    const redeem = async (cartId: string, code: string) => {
      const call = { params: { shoppingCartId: cartId }, body: { code }, address }
      const response = await send(shop.app, addPromotionalCode, call)
      return response.statusCode === 204 ? 'redeemed' : response.json<Problem>().code
    }
    const cartId = await aFullCart(shop, event)
    const others = await Promise.all(times(windows).map(() => aFullCart(shop, event)))
    const answers: string[] = []
    const honest: string[] = []
    for (const window of times(windows)) {
      shop.moveClock(tenMinutesInMs)
      const guesses = Math.ceil((guessesInAnHour - answers.length) / (windows - window))
      for (const at of times(guesses)) answers.push(await redeem(cartId, `GUESS-${window}-${at}`))
      honest.push(await redeem(others[window] ?? '', 'RUN10'))
    }
    const evaluated = answers.filter((code) => code !== 'TooManyRequests')
    report('promo codes, guesses of one cart in an hour', {
      evaluated: `${evaluated.length} of ${answers.length}`,
      limit: 60,
      'codes of other buyers at the address redeemed': countTrue(honest.map((code) => code === 'redeemed')),
    })
    expect(answers).toHaveLength(guessesInAnHour)
    expect(new Set(evaluated)).toEqual(new Set(['PromoNotFound']))
    expect(evaluated.length).toBeLessThanOrEqual(60)
    expect(honest).toEqual(others.map(() => 'redeemed'))
  }, 240_000)
})
