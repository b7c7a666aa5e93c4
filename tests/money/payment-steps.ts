import { expect } from 'vitest'
import { createPayment } from '../../contract/invoices.ts'
import { changePaymentState } from '../../server/adapters/bank/sandbox/store.ts'
import { RefundRefused, refundInvoice } from '../../server/features/invoices/index.ts'
import { sendCall } from '../support/server/api-calls.ts'
import { returnUrl } from '../support/server/shop.ts'
import { addAmounts } from './cart-records.ts'
import { createCartStep, createStep, readCode } from './step.ts'

export const payInvoice = (cartIndex: number, way: 'card' | 'fast', times: number) =>
  createCartStep(`pay by ${way} ×${times}`, cartIndex, async (cart, { shop, recordsBefore }) => {
    if (!cart.invoiceId) return
    const input = { params: { invoiceId: cart.invoiceId }, body: { paymentTypeId: way, returnUrl } }
    const state = recordsBefore.get(cart.id)?.invoices[0]?.state
    const answers = await Promise.all(
      Array.from({ length: times }, () => sendCall(shop.app, createPayment, input)),
    )
    const codes = await Promise.all(answers.map((one) => readCode(one, 201)))
    if (state !== 'Open') for (const code of codes) expect(code).toBe(`Invoice${state}`)
    else if (shop.isBankSilent) for (const code of codes) expect(code).toBe('ProviderUnavailable')
    else for (const code of codes) expect(['ok', 'InvoicePaid', 'PaymentInProgress']).toContain(code)
    const pages = answers.flatMap((one) =>
      one.statusCode === 201 ? one.json<{ payUrl: string }>().payUrl : [],
    )
    expect(new Set(pages).size, 'pages of the bank').toBeLessThanOrEqual(1)
  })

export const pressBankButton = (cartIndex: number, nth: number, outcome: 'approve' | 'decline' | 'timeout') =>
  createCartStep(`press ${outcome} on page ${nth}`, cartIndex, async (cart, { shop, recordsBefore }) => {
    const page = recordsBefore.get(cart.id)?.bank.toReversed()[nth]
    if (page) await shop.pressBankButton(`http://one.test/bank/sandbox/${page.id}`, outcome)
  })

export const chargeDeclinedPayment = (cartIndex: number) =>
  createCartStep(
    'the bank takes what it had refused',
    cartIndex,
    async (cart, { shop, recordsBefore, repeatedNotifications }) => {
      const page = recordsBefore.get(cart.id)?.bank.find(({ state }) => state === 'Declined')
      if (!page) return
      await changePaymentState(shop.services.db, page.id, ['Declined'], 'Succeeded')
      const amount = { amount: page.amount, currencyId: 643 }
      const body = JSON.stringify({
        event: 'payment.changed',
        paymentId: page.id,
        state: 'Succeeded',
        amount,
      })
      repeatedNotifications.push(shop.notifications.push({ paymentId: page.id, body }) - 1)
    },
  )

/** Sends earlier notifications again, concurrently. */
export const resendNotifications = (indexes: number[]) =>
  createStep(`tell ${indexes.join(' ')}`, async (_model, { shop }) => {
    const notifications = indexes.flatMap((cartIndex) => shop.notifications.at(-1 - cartIndex) ?? [])
    const statuses = await Promise.all(
      notifications.map((notification) => shop.sendNotification(notification)),
    )
    for (const status of statuses) expect(status).toBe(204)
  })

export const waitMinutes = (minutes: number) =>
  createStep(
    `wait ${minutes} min`,
    async (model, { shop }) => {
      shop.moveClock(minutes * 60_000)
      await shop.jobs.drain()
      for (const cart of model.carts) cart.codeAttempts = minutes > 10 ? 0 : cart.codeAttempts
    },
    minutes,
  )

/** The bank is down for hours, while the shop keeps polling. */
export const silenceBankFor = (hours: number) =>
  createStep(
    `the bank is silent for ${hours} h`,
    async (_model, { shop }) => {
      shop.isBankSilent = true
      for (let halfHour = 0; halfHour < hours * 2; halfHour++) {
        shop.moveClock(30 * 60_000)
        await shop.jobs.drain()
      }
      shop.isBankSilent = false
    },
    hours * 60,
  )

export const setBankSilent = (isSilent: boolean) =>
  createStep(isSilent ? 'the bank falls silent' : 'the bank speaks', async (_model, { shop }) => {
    shop.isBankSilent = isSilent
  })

export const setDropsNotifications = (dropsNotifications: boolean) =>
  createStep(dropsNotifications ? 'notices get lost' : 'notices arrive', async (_model, { shop }) => {
    shop.dropsNotifications = dropsNotifications
  })

export const refund = (cartIndex: number, percent: number) =>
  createCartStep(`give back ${percent} %`, cartIndex, async (cart, { shop, recordsBefore }) => {
    const record = recordsBefore.get(cart.id)
    if (!cart.invoiceId || !record) return
    const counted = record.entries.find(
      (one) => one.type === 'Payment' && one.state === 'Succeeded' && one.reviewReason === null,
    )
    const refundedAmount = addAmounts(
      record.refunds.filter((one) => one.paymentId === counted?.id && one.state !== 'Declined'),
    )
    const left = (counted?.amount ?? 0) - refundedAmount
    const amount = percent === 100 ? undefined : Math.ceil(((counted?.amount ?? 100) * percent) / 100)
    const isRefused = !counted || left < 1 || (amount ?? left) > left
    const refundRequest = refundInvoice(shop.context(), cart.invoiceId, {
      amount,
      note: 'asked by the buyer',
    })
    if (isRefused) await expect(refundRequest).rejects.toBeInstanceOf(RefundRefused)
    else await refundRequest
  })
