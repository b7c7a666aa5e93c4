import { expect } from 'vitest'
import { createPayment } from '../../contract/invoices.ts'
import { movePayment } from '../../server/adapters/bank/sandbox/store.ts'
import { RefundRefused, refundInvoice } from '../../server/features/invoices/index.ts'
import { send } from '../support/server/api-calls.ts'
import { returnUrl } from '../support/server/shop.ts'
import { addAmounts } from './books.ts'
import { onCart, readCode, step } from './step.ts'

export const pay = (place: number, way: 'card' | 'fast', times: number) =>
  onCart(`pay by ${way} ×${times}`, place, async (cart, { till, before }) => {
    if (!cart.invoiceId) return
    const ask = { params: { invoiceId: cart.invoiceId }, body: { paymentTypeId: way, returnUrl } }
    const state = before.get(cart.id)?.invoices[0]?.state
    const answers = await Promise.all(Array.from({ length: times }, () => send(till.app, createPayment, ask)))
    const codes = await Promise.all(answers.map((one) => readCode(one, 201)))
    if (state !== 'Open') for (const code of codes) expect(code).toBe(`Invoice${state}`)
    else if (till.bankIsSilent) for (const code of codes) expect(code).toBe('ProviderUnavailable')
    else for (const code of codes) expect(['ok', 'InvoicePaid', 'PaymentInProgress']).toContain(code)
    const pages = answers.flatMap((one) =>
      one.statusCode === 201 ? one.json<{ payUrl: string }>().payUrl : [],
    )
    expect(new Set(pages).size, 'pages of the bank').toBeLessThanOrEqual(1)
  })

export const press = (place: number, nth: number, outcome: 'approve' | 'decline' | 'timeout') =>
  onCart(`press ${outcome} on page ${nth}`, place, async (cart, { till, before }) => {
    const page = before.get(cart.id)?.bank.toReversed()[nth]
    if (page) await till.press(`http://one.test/bank/sandbox/${page.id}`, outcome)
  })

export const takeAfterAll = (place: number) =>
  onCart('the bank takes what it had refused', place, async (cart, { till, before, insists }) => {
    const page = before.get(cart.id)?.bank.find(({ state }) => state === 'Declined')
    if (!page) return
    await movePayment(till.services.db, page.id, ['Declined'], 'Succeeded')
    const amount = { amount: page.amount, currencyId: 643 }
    const body = JSON.stringify({ event: 'payment.changed', paymentId: page.id, state: 'Succeeded', amount })
    insists.push(till.notices.push({ paymentId: page.id, body }) - 1)
  })

/** Sends earlier notifications again, concurrently. */
export const tell = (places: number[]) =>
  step(`tell ${places.join(' ')}`, async (_mind, { till }) => {
    const told = places.flatMap((place) => till.notices.at(-1 - place) ?? [])
    const statuses = await Promise.all(told.map((notice) => till.sendNotice(notice)))
    for (const status of statuses) expect(status).toBe(204)
  })

export const wait = (minutes: number) =>
  step(
    `wait ${minutes} min`,
    async (mind, { till }) => {
      till.moveClock(minutes * 60_000)
      await till.jobs.drain()
      for (const cart of mind.carts) cart.codeTries = minutes > 10 ? 0 : cart.codeTries
    },
    minutes,
  )

/** The bank is down for hours, while the shop keeps polling. */
export const silence = (hours: number) =>
  step(
    `the bank is silent for ${hours} h`,
    async (_mind, { till }) => {
      till.bankIsSilent = true
      for (let half = 0; half < hours * 2; half++) {
        till.moveClock(30 * 60_000)
        await till.jobs.drain()
      }
      till.bankIsSilent = false
    },
    hours * 60,
  )

export const turnSilent = (isSilent: boolean) =>
  step(isSilent ? 'the bank falls silent' : 'the bank speaks', async (_mind, { till }) => {
    till.bankIsSilent = isSilent
  })

export const loseNotices = (losesNotices: boolean) =>
  step(losesNotices ? 'notices get lost' : 'notices arrive', async (_mind, { till }) => {
    till.losesNotices = losesNotices
  })

export const refund = (place: number, percent: number) =>
  onCart(`give back ${percent} %`, place, async (cart, { till, before }) => {
    const fate = before.get(cart.id)
    if (!cart.invoiceId || !fate) return
    const counted = fate.entries.find(
      (one) => one.type === 'Payment' && one.state === 'Succeeded' && one.reviewReason === null,
    )
    const given = addAmounts(
      fate.refunds.filter((one) => one.paymentId === counted?.id && one.state !== 'Declined'),
    )
    const left = (counted?.amount ?? 0) - given
    const amount = percent === 100 ? undefined : Math.ceil(((counted?.amount ?? 100) * percent) / 100)
    const isRefused = !counted || left < 1 || (amount ?? left) > left
    const asked = refundInvoice(till.context(), cart.invoiceId, { amount, note: 'asked by the buyer' })
    if (isRefused) await expect(asked).rejects.toBeInstanceOf(RefundRefused)
    else await asked
  })
