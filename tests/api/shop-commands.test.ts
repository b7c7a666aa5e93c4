import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrderItems } from '../../contract/orders.ts'
import { CommandFailure, UsageError } from '../../server/cli/failures.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { answer } from '../support/server/api-calls.ts'
import { command } from '../support/server/commands.ts'
import {
  aCart,
  aPaidOrder,
  aSellingEvent,
  findProductId,
  openShop,
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
    const { lines, json } = await command(shop, ...words)
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
    const made = command(shop, 'promo', 'create', 'wrong', ...options)
    await expect(made).rejects.toThrow(UsageError)
    await expect(made).rejects.toThrow(words)
  })
})

describe('promo off and on', () => {
  it('switch a code however it is typed, and the list tells', async () => {
    const listed = async () =>
      (await command(shop, 'promo', 'list')).lines.find((line) => line.startsWith('SWITCHED'))
    await command(shop, 'promo', 'create', 'switched', '--fixed', '4.50', '--from', '2026-09-01')
    expect(await listed()).toBe('SWITCHED          4.5     used 0  from 2026-08-31T21:00:00.000Z')
    const { json } = await command(shop, 'promo', 'off', ' Switched ')
    expect(json).toMatchObject({ code: 'SWITCHED', active: false })
    expect(await listed()).toBe('SWITCHED          4.5     used 0  off  from 2026-08-31T21:00:00.000Z')
    await command(shop, 'promo', 'on', 'switched')
    expect(await listed()).toBe('SWITCHED          4.5     used 0  from 2026-08-31T21:00:00.000Z')
  })

  it('refuse a code that is unknown, and a gift that was bought: its refund decides', async () => {
    for (const verb of ['off', 'on'])
      await expect(command(shop, 'promo', verb, 'no-such')).rejects.toThrow('There is no code NO-SUCH')
    const event = await aSellingEvent(shop)
    const cartId = await aCart(shop, [{ productId: await findProductId(shop, event, 'promocode') }])
    await setEmail(shop, cartId)
    const { orderId } = await aPaidOrder(shop, cartId)
    const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
    const code = String(items[0]?.codes?.[0])
    for (const verb of ['off', 'on'])
      await expect(command(shop, 'promo', verb, code)).rejects.toThrow(`${code} was bought as a gift`)
  })
})

describe('product add', () => {
  const add = (event: EventRow, ...options: string[]) =>
    command(shop, 'product', 'add', '--event', event.id, ...options)
  const ofDistance = ['--type', 'photos_with_me', '--price', '1490.50', '--distance', '10 km']

  it('prints the id last, and says the rest to machines', async () => {
    const event = await aSellingEvent(shop, { distances: ['10 km'] })
    const { lines, json } = await add(event, ...ofDistance, '--title', 'Десятка', '--title-en', 'Ten')
    expect(json).toEqual({
      productId: lines.at(-1),
      ...{ productType: 'photos_with_me', price: 149_050, distance: '10 km' },
    })
    await expect(add(event, ...ofDistance)).rejects.toThrow(
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
    const event = await aSellingEvent(shop, { distances: ['10 km', '21.1 km'] })
    const made = add(event, ...options)
    await expect(made).rejects.toThrow(kind)
    await expect(made).rejects.toThrow(words)
  })

  it('says so where the event has no distances', async () => {
    const event = await aSellingEvent(shop, { distances: [] })
    await expect(add(event, ...ofDistance)).rejects.toThrow('The event has no distances')
  })
})

describe('event hide and publish', () => {
  it('print the id, and lists of all events tell which are hidden', async () => {
    const event = await aSellingEvent(shop, { externalId: 'hidden-one' })
    const listed = async () =>
      (await command(shop, 'event', 'list')).lines.find((line) => line.startsWith(event.id)) ?? ''
    const { lines, json } = await command(shop, 'event', 'hide', '--event', 'hidden-one')
    expect([lines, json]).toEqual([[event.id], { eventId: event.id, state: 'Hidden' }])
    expect(await listed()).toMatch(/ {2}\(hidden\)$/)
    expect((await command(shop, 'event', 'publish', '--event', event.id)).json).toMatchObject({
      state: 'Published',
    })
    expect(await listed()).not.toContain('hidden)')
  })
})
