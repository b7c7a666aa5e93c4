import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrderItems } from '../../contract/orders.ts'
import { CommandFailure, UsageError } from '../../server/cli/failures.ts'
import { type EventRow, findEvent } from '../../server/features/events/index.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createCartWithItems,
  createEventOnSale,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('promo create', () => {
  it('takes a sum in major units and the days in which it is good', async () => {
    const words = [
      'promo',
      'create',
      'autumn',
      '--fixed',
      '300',
      '--from',
      '2026-09-01',
      '--until',
      '2026-09-30',
    ]
    const { lines, json } = await runTestCommand(shop, ...words)
    expect(lines).toEqual(['AUTUMN'])
    expect(json).toMatchObject({
      ...{ code: 'AUTUMN', kind: 'fixed', value: 30_000, active: true },
      startsOn: '2026-08-31T21:00:00.000Z',
      endsOn: '2026-09-30T21:00:00.000Z',
    })
  })

  it.each([
    [['--fixed', '0'], '--fixed should be a sum above 0 like 300 or 4.50, not "0"'],
    [['--fixed', '1.999'], '--fixed should be a sum above 0'],
    [['--fixed', '300', '--percent', '10'], 'Give one of --percent, --fixed and --gift'],
    [['--fixed', '300', '--gift'], 'Give one of --percent, --fixed and --gift'],
    [['--percent', '10', '--from', '2026-02-30'], '--from should be a day like 2026-09-12, not "2026-02-30"'],
    [
      ['--percent', '10', '--from', '2026-09-02', '--until', '2026-09-01'],
      '--until should not be before --from',
    ],
  ])('refuses %j', async (options, words) => {
    const result = runTestCommand(shop, 'promo', 'create', 'wrong', ...options)
    await expect(result).rejects.toThrow(UsageError)
    await expect(result).rejects.toThrow(words)
  })
})

describe('promo off and on', () => {
  it('switch a code however it is typed, and the list tells', async () => {
    const findListedLine = async () =>
      (await runTestCommand(shop, 'promo', 'list')).lines.find((line) => line.startsWith('SWITCHED'))
    await runTestCommand(shop, 'promo', 'create', 'switched', '--fixed', '4.50', '--from', '2026-09-01')
    expect(await findListedLine()).toBe('SWITCHED          4.5     used 0  from 2026-08-31T21:00:00.000Z')
    const { json } = await runTestCommand(shop, 'promo', 'off', ' Switched ')
    expect(json).toMatchObject({ code: 'SWITCHED', active: false })
    expect(await findListedLine()).toBe(
      'SWITCHED          4.5     used 0  off  from 2026-08-31T21:00:00.000Z',
    )
    await runTestCommand(shop, 'promo', 'on', 'switched')
    expect(await findListedLine()).toBe('SWITCHED          4.5     used 0  from 2026-08-31T21:00:00.000Z')
  })

  it('refuse a code that is unknown, and a gift that was bought: its refund decides', async () => {
    for (const verb of ['off', 'on'])
      await expect(runTestCommand(shop, 'promo', verb, 'no-such')).rejects.toThrow('There is no code NO-SUCH')
    const event = await createEventOnSale(shop)
    const cartId = await createCartWithItems(shop, [
      { productId: await findProductId(shop, event, 'promocode') },
    ])
    await setEmail(shop, cartId)
    const { orderId } = await placePaidOrder(shop, cartId)
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    const code = String(items[0]?.codes?.[0])
    for (const verb of ['off', 'on'])
      await expect(runTestCommand(shop, 'promo', verb, code)).rejects.toThrow(`${code} was bought as a gift`)
  })
})

describe('product add', () => {
  const add = (event: EventRow, ...options: string[]) =>
    runTestCommand(shop, 'product', 'add', '--event', event.id, ...options)
  const distanceOptions = ['--type', 'photos_with_me', '--price', '1490.50', '--distance', '10 km']

  it('prints the id last, and says the rest to machines', async () => {
    const event = await createEventOnSale(shop, { distances: ['10 km'] })
    const { lines, json } = await add(event, ...distanceOptions, '--title', 'Десятка', '--title-en', 'Ten')
    expect(json).toEqual({
      productId: lines.at(-1),
      ...{ productType: 'photos_with_me', price: 149_050, distance: '10 km' },
    })
    await expect(add(event, ...distanceOptions)).rejects.toThrow(
      'The event sells photos_with_me for 10 km already',
    )
  })

  it.each([
    [['--type', 'poster', '--price', '100'], UsageError, '--type should be one of photo, photos_with_me,'],
    [['--type', 'frame', '--price', '100'], UsageError, 'frames are sold with `frame add`'],
    [['--type', 'photo', '--price', '0'], UsageError, '--price should be a sum above 0'],
    [['--type', 'photo', '--price=-1'], UsageError, '--price should be a sum above 0'],
    [['--type', 'photo', '--price', '100'], CommandFailure, 'The event sells photo to all already'],
    [
      ['--type', 'photo', '--price', '100', '--distance', '5 km'],
      CommandFailure,
      'The event has no distance "5 km"; it has "10 km", "21.1 km"',
    ],
    [
      ['--type', 'promocode', '--price', '100', '--distance', '10 km'],
      UsageError,
      '--distance is of no use for gift codes',
    ],
  ])('refuses %j', async (options, kind, words) => {
    const event = await createEventOnSale(shop, { distances: ['10 km', '21.1 km'] })
    const result = add(event, ...options)
    await expect(result).rejects.toThrow(kind)
    await expect(result).rejects.toThrow(words)
  })

  it('says so where the event has no distances', async () => {
    const event = await createEventOnSale(shop, { distances: [] })
    await expect(add(event, ...distanceOptions)).rejects.toThrow('The event has no distances')
  })
})

describe('event hide and publish', () => {
  it('print the id, and lists of all events tell which are hidden', async () => {
    const event = await createEventOnSale(shop, { externalId: 'hidden-one' })
    const findListedLine = async () =>
      (await runTestCommand(shop, 'event', 'list')).lines.find((line) => line.startsWith(event.id)) ?? ''
    const { lines, json } = await runTestCommand(shop, 'event', 'hide', '--event', 'hidden-one')
    expect([lines, json]).toEqual([[event.id], { eventId: event.id, state: 'Hidden' }])
    expect(await findListedLine()).toMatch(/ {2}\(hidden\)$/)
    expect((await runTestCommand(shop, 'event', 'publish', '--event', event.id)).json).toMatchObject({
      state: 'Published',
    })
    expect(await findListedLine()).not.toContain('hidden)')
  })
})

describe('event create', () => {
  it('takes the present day at the place of the event when there is no date, and the list shows it', async () => {
    const create = async (timeZone: string) => {
      const words = ['--title', 'Забег', '--time-zone', timeZone]
      const [eventId = ''] = (await runTestCommand(shop, 'event', 'create', ...words)).lines
      const listed = (await runTestCommand(shop, 'event', 'list')).lines.find((line) =>
        line.startsWith(eventId),
      )
      return [(await findEvent(shop.context(), eventId))?.startsOn.toISOString(), listed?.split(/ {2,}/)[1]]
    }
    expect(shop.services.clock().toISOString()).toBe('2026-09-12T15:00:00.000Z')
    expect(await create('Asia/Kamchatka')).toEqual(['2026-09-12T21:00:00.000Z', '2026-09-13'])
    shop.moveClock(12 * 60 * 60_000)
    expect(await create('Pacific/Honolulu')).toEqual(['2026-09-12T19:00:00.000Z', '2026-09-12'])
  })
})
