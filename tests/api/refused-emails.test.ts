import { afterAll, beforeAll, expect, it } from 'vitest'
import { correctEmail, getOrder, sendLetterAgain } from '../../contract/orders.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { openSmtpRelay, type SmtpRelay } from '../support/providers/smtp-relay.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  openShop,
  placePaidOrder,
  type Shop,
} from '../support/server/shop.ts'

const hourInMs = 60 * 60_000
const buyerEmail = 'anna.s@mail.example'

let relay: SmtpRelay
let shop: Shop
let event: EventRow
beforeAll(async () => {
  relay = await openSmtpRelay()
  shop = await openShop({ env: { SMTP_URL: relay.url } })
  event = await createEventOnSale(shop)
})
afterAll(async () => {
  await shop.close()
  await relay.close()
})

async function createRefusedOrder(number: string): Promise<string> {
  relay.replyTo(buyerEmail, '553 mailbox name not allowed')
  await createStoredPhoto(shop, event, { numbers: [number] })
  const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: number }))
  await shop.jobs.drain()
  return orderId
}

const findCustomer = async (orderId: string) =>
  (await fetchAnswer(shop.app, getOrder, { params: { orderId } })).customer

const countSentTo = (address: string) =>
  relay.receivedMails.filter(({ recipients }) => recipients.includes(address)).length

async function advanceHours(hours: number): Promise<void> {
  shop.moveClock(hours * hourInMs)
  await shop.jobs.drain()
}

it('an address that the relay refuses for good shows on the order, and is not tried again', async () => {
  const countBefore = relay.countTries(buyerEmail)
  const orderId = await createRefusedOrder('31')
  expect(await findCustomer(orderId)).toEqual({ email: buyerEmail, refused: true })
  for (let hours = 0; hours < 3; hours++) await advanceHours(24)
  // the letter about later photos waits as well
  await createStoredPhoto(shop, event, { numbers: ['31'], point: 'late' })
  await advanceHours(2)
  expect(relay.countTries(buyerEmail) - countBefore).toBe(1)
})

it('the letter goes to the corrected address at once, with all photos', async () => {
  const orderId = await createRefusedOrder('32')
  await createStoredPhoto(shop, event, { numbers: ['32'], point: 'late' })
  await advanceHours(2)
  const params = { orderId }
  const rejection = await fetchProblemCode(shop.app, correctEmail, {
    params,
    body: { email: 'анна@mail.example' },
  })
  expect(rejection).toEqual([422, 'EmailNotAscii'])
  await fetchAnswer(shop.app, correctEmail, { params, body: { email: 'anna@почта.рф' } })
  expect(await findCustomer(orderId)).toEqual({ email: 'anna@xn--80a1acny.xn--p1ai' })
  await shop.jobs.drain()
  expect(countSentTo('anna@xn--80a1acny.xn--p1ai')).toBe(1)
  await advanceHours(2)
  expect(countSentTo('anna@xn--80a1acny.xn--p1ai')).toBe(1)
})

it('a corrected address that is refused too shows on the order again', async () => {
  const orderId = await createRefusedOrder('33')
  relay.replyTo('typo@mail.example', '550 no such user')
  await fetchAnswer(shop.app, correctEmail, { params: { orderId }, body: { email: 'typo@mail.example' } })
  await shop.jobs.drain()
  expect(await findCustomer(orderId)).toEqual({ email: 'typo@mail.example', refused: true })
})

it('a mailbox that takes letters again is not called refused', async () => {
  const orderId = await createRefusedOrder('34')
  relay.replyTo(buyerEmail, undefined)
  await fetchAnswer(shop.app, sendLetterAgain, { params: { orderId } })
  await shop.jobs.drain()
  expect(await findCustomer(orderId)).toEqual({ email: buyerEmail })
})

it('a refusal that may pass is tried again until the letter is taken', async () => {
  relay.replyTo(buyerEmail, '450 mailbox busy')
  await createStoredPhoto(shop, event, { numbers: ['35'] })
  const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: '35' }))
  await shop.jobs.drain()
  expect(await findCustomer(orderId)).toEqual({ email: buyerEmail })
  const countBefore = countSentTo(buyerEmail)
  relay.replyTo(buyerEmail, undefined)
  await advanceHours(1)
  expect(countSentTo(buyerEmail)).toBe(countBefore + 1)
})
