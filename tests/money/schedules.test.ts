import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment } from '../../contract/invoices.ts'
import { randomFrom } from '../../scripts/faults/random.ts'
import { movePayment } from '../../server/adapters/bank/sandbox/store.ts'
import { report, startWatch } from '../support/data/figures.ts'
import { send } from '../support/server/api-calls.ts'
import { aCart, placeOrder, returnUrl, setEmail } from '../support/server/shop.ts'
import { effort } from '../trials.ts'
import { readFates } from './books.ts'
import { checkFate, checkQuiet } from './invariants.ts'
import { minutes, timeoutInMs } from './limits.ts'
import { openTill, type Till, toBankId } from './till.ts'

/**
 * Notifications of a bank over a bad network: randomly dropped, repeated, delayed and reordered, in concurrent
 * groups. After the shop has polled the bank once, every order agrees with the bank's books.
 */
let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

const batchSize = 20
const seed = Number(process.env.MONEY_SEED ?? 20260913)

interface Told {
  readonly paymentId: string
  readonly state: string
  readonly amount: number
  /** The bank repeats it until it is acknowledged. */
  readonly insists?: true
}

interface Tally {
  told: number
  dropped: number
  repeated: number
}

it(
  'ends where the bank’s books say, for any loss or repetition of its notices',
  async () => {
    const schedules = effort({ quick: 20, full: 1000, long: 10_000 })
    const chance = randomFrom(seed)
    const tally: Tally = { told: 0, dropped: 0, repeated: 0 }
    const elapsedInMs = startWatch()
    let completed = 0
    let done = 0
    for (; done < schedules && elapsedInMs() < minutes * 60_000; done += batchSize)
      completed += await batch(chance, tally)
    expect(completed).toBeGreaterThan(0)
    expect(completed).toBeLessThan(done)
    report('b. notices', {
      seed,
      schedules: done,
      ...tally,
      completed,
      'other than the oracle': 0,
      seconds: Math.round(elapsedInMs() / 1000),
    })
  },
  timeoutInMs,
)

/** @returns how many orders were completed */
async function batch(chance: () => number, tally: Tally): Promise<number> {
  await till.forgetBuyers()
  till.losesNotices = true
  const cartIds: string[] = []
  const waiting: Told[] = []
  for (let index = 0; index < batchSize; index++) {
    const photoId = till.photoIds[index % 6] ?? ''
    const cartId = await aCart(till, [{ productId: till.products.photo, photoId }], await till.token())
    await setEmail(till, cartId)
    cartIds.push(cartId)
    const { invoiceId } = await placeOrder(till, cartId)
    await payInTurns(invoiceId, chance, waiting)
    // some notifications arrive while other buyers are still paying
    if (chance() < 0.3) await tellSome(waiting.splice(0, Math.ceil(chance() * waiting.length)), chance, tally)
  }
  await tellSome(waiting, chance, tally)
  till.moveClock(5 * 60_000)
  await till.jobs.drain()
  const fates = await readFates(till.services.db, cartIds)
  let completed = 0
  for (const fate of fates) {
    checkFate(fate, { total: 39_000 })
    const isPaid = fate.bank.some(({ state }) => state === 'Succeeded')
    expect(fate.orders[0]?.state).toBe(isPaid ? 'Completed' : 'AwaitingPayment')
    for (const one of fate.bank) {
      const ours = fate.entries.find(({ bankId, type }) => bankId === one.id && type === 'Payment')
      expect(ours?.state).toBe(one.state)
    }
    const id = `order-${fate.orders[0]?.id}`
    checkQuiet(fate, till.letters.filter((letter) => letter.id === id).length)
    if (isPaid) completed += 1
  }
  return completed
}

/** Makes one to three attempts; the bank decides each one, or leaves it pending. */
async function payInTurns(invoiceId: string, chance: () => number, waiting: Told[]): Promise<void> {
  const { db } = till.services
  const turns = 1 + Math.floor(chance() * 3)
  for (let turn = 0; turn < turns; turn++) {
    const paymentTypeId = chance() < 0.5 ? 'card' : 'fast'
    const amount = paymentTypeId === 'card' ? 39_000 : 37_050
    const response = await send(till.app, createPayment, {
      params: { invoiceId },
      body: { paymentTypeId, returnUrl },
    })
    if (response.statusCode === 409) return
    expect(response.statusCode).toBe(201)
    const paymentId = toBankId(response.json<{ payUrl: string }>().payUrl)
    waiting.push({ paymentId, state: 'Created', amount })
    if (chance() < 0.5 && (await movePayment(db, paymentId, ['Created'], 'Pending')))
      waiting.push({ paymentId, state: 'Pending', amount })
    const decision = chance()
    if (decision > 0.8) continue
    const state = decision < 0.45 ? 'Succeeded' : 'Declined'
    if (await movePayment(db, paymentId, ['Created', 'Pending'], state))
      waiting.push({ paymentId, state, amount })
    if (state === 'Declined' && chance() < 0.15) {
      // charged after all, by a bank that had declined
      await movePayment(db, paymentId, ['Declined'], 'Succeeded')
      waiting.push({ paymentId, state: 'Succeeded', amount, insists: true })
    }
  }
}

async function tellSome(notices: readonly Told[], chance: () => number, tally: Tally): Promise<void> {
  const kept = notices.filter((notice) => notice.insists || chance() >= 0.2)
  const twice = kept.filter(() => chance() < 0.3)
  tally.dropped += notices.length - kept.length
  tally.repeated += twice.length
  const line = shuffled([...kept, ...twice], chance)
  while (line.length > 0) {
    const group = line.splice(0, 1 + Math.floor(chance() * 4))
    const statuses = await Promise.all(
      group.map(({ paymentId, state, amount }) => {
        const body = { event: 'payment.changed', paymentId, state, amount: { amount, currencyId: 643 } }
        return till.sendNotice({ paymentId, body: JSON.stringify(body) })
      }),
    )
    for (const status of statuses) expect(status).toBe(204)
    tally.told += group.length
  }
}

/** Returns the items in random order. */
function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  return items
    .map((item) => ({ item, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
