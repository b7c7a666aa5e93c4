import { afterAll, beforeAll, expect, it } from 'vitest'
import { correctEmail, getOrder, sendLetterAgain } from '../../contract/orders.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { openSmtpRelay, type SmtpRelay } from '../support/providers/smtp-relay.ts'
import { answer, refusal } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  openShop,
  type Shop,
} from '../support/server/shop.ts'

const hourInMs = 60 * 60_000
const buyer = 'anna.s@mail.example'

let relay: SmtpRelay
let shop: Shop
let event: EventRow
beforeAll(async () => {
  relay = await openSmtpRelay()
  shop = await openShop({ env: { SMTP_URL: relay.url } })
  event = await aSellingEvent(shop)
})
afterAll(async () => {
  await shop.close()
  await relay.close()
})

async function aRefusedOrder(number: string): Promise<string> {
  relay.replyTo(buyer, '553 mailbox name not allowed')
  await aStoredPhoto(shop, event, { numbers: [number] })
  const { orderId } = await aPaidOrder(shop, await aFullCart(shop, event, { package: number }))
  await shop.jobs.drain()
  return orderId
}

const findCustomer = async (orderId: string) =>
  (await answer(shop.app, getOrder, { params: { orderId } })).customer

const sentTo = (address: string) =>
  relay.taken.filter(({ recipients }) => recipients.includes(address)).length

async function afterHours(hours: number): Promise<void> {
  shop.moveClock(hours * hourInMs)
  await shop.jobs.drain()
}

it('an address that the relay refuses for good shows on the order, and is not tried again', async () => {
  const before = relay.countTries(buyer)
  const orderId = await aRefusedOrder('31')
  expect(await findCustomer(orderId)).toEqual({ email: buyer, refused: true })
  for (let hours = 0; hours < 3; hours++) await afterHours(24)
  // the letter about later photos waits as well
  await aStoredPhoto(shop, event, { numbers: ['31'], point: 'late' })
  await afterHours(2)
  expect(relay.countTries(buyer) - before).toBe(1)
})

it('the letter goes to the corrected address at once, with all photos', async () => {
  const orderId = await aRefusedOrder('32')
  await aStoredPhoto(shop, event, { numbers: ['32'], point: 'late' })
  await afterHours(2)
  const params = { orderId }
  const wrong = await refusal(shop.app, correctEmail, { params, body: { email: 'анна@mail.example' } })
  expect(wrong).toEqual([422, 'EmailNotAscii'])
  await answer(shop.app, correctEmail, { params, body: { email: 'anna@почта.рф' } })
  expect(await findCustomer(orderId)).toEqual({ email: 'anna@xn--80a1acny.xn--p1ai' })
  await shop.jobs.drain()
  expect(sentTo('anna@xn--80a1acny.xn--p1ai')).toBe(1)
  await afterHours(2)
  expect(sentTo('anna@xn--80a1acny.xn--p1ai')).toBe(1)
})

it('a corrected address that is refused too shows on the order again', async () => {
  const orderId = await aRefusedOrder('33')
  relay.replyTo('typo@mail.example', '550 no such user')
  await answer(shop.app, correctEmail, { params: { orderId }, body: { email: 'typo@mail.example' } })
  await shop.jobs.drain()
  expect(await findCustomer(orderId)).toEqual({ email: 'typo@mail.example', refused: true })
})

it('a mailbox that takes letters again is not called refused', async () => {
  const orderId = await aRefusedOrder('34')
  relay.replyTo(buyer, undefined)
  await answer(shop.app, sendLetterAgain, { params: { orderId } })
  await shop.jobs.drain()
  expect(await findCustomer(orderId)).toEqual({ email: buyer })
})

it('a refusal that may pass is tried again until the letter is taken', async () => {
  relay.replyTo(buyer, '450 mailbox busy')
  await aStoredPhoto(shop, event, { numbers: ['35'] })
  const { orderId } = await aPaidOrder(shop, await aFullCart(shop, event, { package: '35' }))
  await shop.jobs.drain()
  expect(await findCustomer(orderId)).toEqual({ email: buyer })
  const before = sentTo(buyer)
  relay.replyTo(buyer, undefined)
  await afterHours(1)
  expect(sentTo(buyer)).toBe(before + 1)
})
