import { afterAll, beforeAll, expect, it } from 'vitest'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { openForwarder } from '../support/processes/forwarder.ts'
import { openSmtpRelay, type SmtpRelay } from '../support/providers/smtp-relay.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placePaidOrder,
  readOrderState,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const orders = 8
const hoursDown = 72
const hourInMs = 3_600_000
/** The longest wait between two attempts, with its jitter. */
const longestWaitInMs = 1.25 * hourInMs

let relay: SmtpRelay
let forwarder: Awaited<ReturnType<typeof openForwarder>>
let shop: Shop
beforeAll(async () => {
  relay = await openSmtpRelay()
  forwarder = await openForwarder()
  shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${forwarder.port}` } })
}, 60_000)
afterAll(async () => {
  await shop.close()
  await forwarder.close()
  await relay.close()
})

const addresses = Array.from({ length: orders }, (_, at) => `runner.${at}@mail.example`)
const countLetters = () =>
  addresses.map(
    (address) => relay.receivedMails.filter(({ recipients }) => recipients.includes(address)).length,
  )

async function passTime(inMs: number): Promise<void> {
  shop.moveClock(inMs)
  await shop.jobs.drain()
}

it('letters of three days without a relay are sent once when there is one, and orders are paid meanwhile', async () => {
  const event = await createEventOnSale(shop)
  const states: string[] = []
  for (const address of addresses) {
    const cartId = await createReadyCart(shop, event)
    await setEmail(shop, cartId, address)
    const { orderId } = await placePaidOrder(shop, cartId)
    states.push(await readOrderState(shop, orderId))
  }
  for (let hour = 0; hour < hoursDown; hour += 4) await passTime(4 * hourInMs)
  const whileDown = countLetters()
  forwarder.forwardTo(Number(new URL(relay.url).port))
  await passTime(longestWaitInMs)
  const sent = countLetters()
  for (let round = 0; round < 8; round++) await passTime(3 * hourInMs)
  const later = countLetters()
  reportFigures(`mail relay that is down for ${hoursDown} h`, {
    'orders paid meanwhile': countTrue(states.map((state) => state === 'Completed')),
    'letters sent once within 75 min of its return': countTrue(sent.map((count) => count === 1)),
    'sent again within a day': later.filter((count) => count > 1).length,
  })
  expect(new Set(states)).toEqual(new Set(['Completed']))
  expect(new Set(whileDown)).toEqual(new Set([0]))
  expect(new Set(sent)).toEqual(new Set([1]))
  expect(later).toEqual(sent)
}, 240_000)
