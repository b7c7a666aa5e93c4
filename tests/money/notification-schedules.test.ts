import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment } from '../../contract/invoices.ts'
import { createRandom } from '../../scripts/faults/random.ts'
import { changePaymentState } from '../../server/adapters/bank/sandbox/store.ts'
import { reportFigures, startStopwatch } from '../support/data/figures.ts'
import { sendCall } from '../support/server/api-calls.ts'
import { createCartWithItems, placeOrder, returnUrl, setEmail } from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'
import { readCartRecords } from './cart-records.ts'
import { type FaultyShop, openFaultyShop, toBankId } from './faulty-shop.ts'
import { checkCartRecord, checkFinalState } from './invariants.ts'
import { limitInMinutes, timeoutInMs } from './limits.ts'

/**
 * Notifications of a bank over a bad network: randomly dropped, repeated, delayed and reordered, in concurrent
 * groups. After the shop has polled the bank once, every order agrees with the bank's books.
 */
let shop: FaultyShop
beforeAll(async () => {
  shop = await openFaultyShop()
})
afterAll(() => shop.close())

const batchSize = 20
const seed = Number(process.env.MONEY_SEED ?? 20260913)

interface PendingNotification {
  readonly paymentId: string
  readonly state: string
  readonly amount: number
  /** The bank repeats it until it is acknowledged. */
  readonly isRepeated?: true
}

interface Tally {
  sent: number
  dropped: number
  repeated: number
}

it(
  'ends where the bank’s books say, for any loss or repetition of its notices',
  async () => {
    const schedules = selectByEffort({ quick: 20, full: 1000, long: 10_000 })
    const random = createRandom(seed)
    const tally: Tally = { sent: 0, dropped: 0, repeated: 0 }
    const elapsedInMs = startStopwatch()
    let completed = 0
    let schedulesDone = 0
    for (; schedulesDone < schedules && elapsedInMs() < limitInMinutes * 60_000; schedulesDone += batchSize)
      completed += await runBatch(random, tally)
    expect(completed).toBeGreaterThan(0)
    expect(completed).toBeLessThan(schedulesDone)
    reportFigures('b. notices', {
      seed,
      schedules: schedulesDone,
      ...tally,
      completed,
      'other than the oracle': 0,
      seconds: Math.round(elapsedInMs() / 1000),
    })
  },
  timeoutInMs,
)

/** @returns how many orders were completed */
async function runBatch(random: () => number, tally: Tally): Promise<number> {
  await shop.resetSales()
  shop.dropsNotifications = true
  const cartIds: string[] = []
  const pending: PendingNotification[] = []
  for (let index = 0; index < batchSize; index++) {
    const photoId = shop.photoIds[index % 6] ?? ''
    const cartId = await createCartWithItems(
      shop,
      [{ productId: shop.products.photo, photoId }],
      await shop.token(),
    )
    await setEmail(shop, cartId)
    cartIds.push(cartId)
    const { invoiceId } = await placeOrder(shop, cartId)
    await makeAttempts(invoiceId, random, pending)
    // some notifications arrive while other buyers are still paying
    if (random() < 0.3)
      await sendRandomly(pending.splice(0, Math.ceil(random() * pending.length)), random, tally)
  }
  await sendRandomly(pending, random, tally)
  shop.moveClock(5 * 60_000)
  await shop.jobs.drain()
  const records = await readCartRecords(shop.services.db, cartIds)
  let completed = 0
  for (const record of records) {
    checkCartRecord(record, { total: 39_000 })
    const isPaid = record.bank.some(({ state }) => state === 'Succeeded')
    expect(record.orders[0]?.state).toBe(isPaid ? 'Completed' : 'AwaitingPayment')
    for (const one of record.bank) {
      const ourPayment = record.entries.find(({ bankId, type }) => bankId === one.id && type === 'Payment')
      expect(ourPayment?.state).toBe(one.state)
    }
    const id = `order-${record.orders[0]?.id}`
    checkFinalState(record, shop.sentEmails.filter((letter) => letter.id === id).length)
    if (isPaid) completed += 1
  }
  return completed
}

/** Makes one to three attempts; the bank decides each one, or leaves it pending. */
async function makeAttempts(
  invoiceId: string,
  random: () => number,
  pending: PendingNotification[],
): Promise<void> {
  const { db } = shop.services
  const attemptCount = 1 + Math.floor(random() * 3)
  for (let attempt = 0; attempt < attemptCount; attempt++) {
    const paymentTypeId = random() < 0.5 ? 'card' : 'fast'
    const amount = paymentTypeId === 'card' ? 39_000 : 37_050
    const response = await sendCall(shop.app, createPayment, {
      params: { invoiceId },
      body: { paymentTypeId, returnUrl },
    })
    if (response.statusCode === 409) return
    expect(response.statusCode).toBe(201)
    const paymentId = toBankId(response.json<{ payUrl: string }>().payUrl)
    pending.push({ paymentId, state: 'Created', amount })
    if (random() < 0.5 && (await changePaymentState(db, paymentId, ['Created'], 'Pending')))
      pending.push({ paymentId, state: 'Pending', amount })
    const decision = random()
    if (decision > 0.8) continue
    const state = decision < 0.45 ? 'Succeeded' : 'Declined'
    if (await changePaymentState(db, paymentId, ['Created', 'Pending'], state))
      pending.push({ paymentId, state, amount })
    if (state === 'Declined' && random() < 0.15) {
      // charged after all, by a bank that had declined
      await changePaymentState(db, paymentId, ['Declined'], 'Succeeded')
      pending.push({ paymentId, state: 'Succeeded', amount, isRepeated: true })
    }
  }
}

async function sendRandomly(
  notifications: readonly PendingNotification[],
  random: () => number,
  tally: Tally,
): Promise<void> {
  const delivered = notifications.filter((notification) => notification.isRepeated || random() >= 0.2)
  const repeated = delivered.filter(() => random() < 0.3)
  tally.dropped += notifications.length - delivered.length
  tally.repeated += repeated.length
  const queue = shuffle([...delivered, ...repeated], random)
  while (queue.length > 0) {
    const group = queue.splice(0, 1 + Math.floor(random() * 4))
    const statuses = await Promise.all(
      group.map(({ paymentId, state, amount }) => {
        const body = { event: 'payment.changed', paymentId, state, amount: { amount, currencyId: 643 } }
        return shop.sendNotification({ paymentId, body: JSON.stringify(body) })
      }),
    )
    for (const status of statuses) expect(status).toBe(204)
    tally.sent += group.length
  }
}

/** Returns the items in random order. */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}
