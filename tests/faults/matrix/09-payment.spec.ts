import type { Page } from '@playwright/test'
import { createPayment } from '../../../contract/invoices.ts'
import { findPayButton } from '../../journeys/purchase-steps.ts'
import { readDeviceStorage } from '../device.ts'
import {
  anotherBuild,
  captivePortal,
  expireTokens,
  failCalls,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import {
  findVisibleText,
  goToBank,
  listExchanges,
  toCallPattern,
  waitForExchange,
  wasServed,
} from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const paymentPattern = toCallPattern(createPayment)

/** Opens the page of the order that was last placed on this device; it has a payment attempt. */
async function goToOrder(page: Page): Promise<string> {
  await goToBank(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
  await expect(findPayButton(page)).toBeEnabled()
  return page.url().split('/').at(-1) ?? ''
}

const findAttemptRows = (orderId: string) =>
  queryRows<{ state: string; amount: string }>(
    `select payments.state from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orderId}' and payments.type = 'Payment'`,
  )

/** Checks that the order is stored and awaits payment, with one active attempt. */
async function expectAwaitingPayment(page: Page, orderId: string): Promise<void> {
  expect((await readDeviceStorage(page)).local.pendingOrders).toContain(orderId)
  expect(await queryRows(`select state from orders where id = '${orderId}'`)).toEqual([
    { state: 'AwaitingPayment' },
  ])
  expect(await findAttemptRows(orderId)).toHaveLength(1)
}

async function expectAtBank(page: Page, orderId: string): Promise<void> {
  await expect(page).toHaveURL(/\/bank\//)
  expect(await findAttemptRows(orderId)).toHaveLength(1)
}

matrix('9 goes to pay', {
  offline: [
    'the app is not left, and the order is kept',
    async ({ page, context, network }) => {
      const orderId = await goToOrder(page)
      network.set(unreachable)
      await setOffline(context)
      await expect(findVisibleText(page, 'Для оплаты нужна сеть. Заказ сохранён.')).toBeVisible()
      await expect(findPayButton(page)).toBeDisabled()
      await expectAwaitingPayment(page, orderId)
      network.clear()
      await setOffline(context, false)
      await findPayButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
  lieFi: [
    'nothing came for 15 seconds: the button is there again and leads to the same payment',
    async ({ page, context, network }) => {
      await context.clock.install()
      const orderId = await goToOrder(page)
      network.set([{ fault: { type: 'stall', way: 'response' }, path: paymentPattern, method: 'POST' }])
      const served = waitForExchange(network, createPayment, wasServed)
      await findPayButton(page).click()
      await served
      await page.clock.fastForward(15_000)
      await expect(findPayButton(page)).toBeEnabled()
      await expectAwaitingPayment(page, orderId)
      network.clear()
      await findPayButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
  portal: [
    'its page is not opened as the bank’s',
    async ({ page, network }) => {
      const orderId = await goToOrder(page)
      network.set(captivePortal)
      const answered = waitForExchange(network, createPayment, ({ status }) => status === 200)
      await findPayButton(page).click()
      await answered
      await expect(findVisibleText(page, /Wi‑Fi просит войти|нужна сеть/)).toBeVisible()
      await expect(page).toHaveURL(`/order/${orderId}`)
      await expectAwaitingPayment(page, orderId)
      network.set(lieFi)
      await expectAwaitingPayment(page, orderId)
    },
  ],
  failing: [
    'said in words, the other ways to pay stay, and it can be tried again',
    async ({ page, network }) => {
      const orderId = await goToOrder(page)
      network.set([failCalls(paymentPattern, 1, 'POST')])
      await findPayButton(page).click()
      await expect(findPayButton(page)).toBeEnabled()
      await expect(page.getByRole('radio', { name: /Банковская карта/ })).toBeEnabled()
      await expectAwaitingPayment(page, orderId)
      await findPayButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
  expired: [
    'the same attempt again',
    async ({ page, network }) => {
      const orderId = await goToOrder(page)
      network.set([expireTokens(paymentPattern, 1, 'POST')])
      await findPayButton(page).click()
      await expect(findPayButton(page)).toBeEnabled()
      await findPayButton(page).click()
      await expectAtBank(page, orderId)
      expect(listExchanges(network, createPayment).filter(({ status }) => status === 401)).toHaveLength(1)
    },
  ],
  killed: [
    'the next start shows the order, which leads to the same payment',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      const orderId = await goToOrder(page)
      network.set([{ fault: { type: 'stall', way: 'response' }, path: paymentPattern, method: 'POST' }])
      const served = waitForExchange(network, createPayment, wasServed)
      await findPayButton(page).click()
      await served
      await phone.kill()
      network.clear()
      const reopened = await phone.open('/')
      await expect(reopened.getByRole('heading', { name: 'Заказ ждёт оплаты' })).toBeVisible()
      await expectAwaitingPayment(reopened, orderId)
      await reopened.getByRole('link', { name: 'Продолжить оплату' }).click()
      await expect(reopened).toHaveURL(`/order/${orderId}`)
      await findPayButton(reopened).click()
      await expectAtBank(reopened, orderId)
    },
  ],
  update: [
    'no update while an order waits to be paid',
    async ({ page, network }) => {
      const orderId = await goToOrder(page)
      network.set([anotherBuild])
      await page.reload()
      await network.waitForExchange(
        (exchange) => exchange.path.startsWith('/sw.js') && exchange.faults.includes('rewrite'),
      )
      await expect(findPayButton(page)).toBeEnabled()
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeHidden()
      await findPayButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
})
