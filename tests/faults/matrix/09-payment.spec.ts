import type { Page } from '@playwright/test'
import { createPayment } from '../../../contract/invoices.ts'
import { payButton } from '../../journeys/buying.ts'
import { readDevice } from '../device.ts'
import { anotherBuild, expired, failing, gone, lieFi, portal, unplug } from '../networks.ts'
import { comeToBank, listExchanges, nextExchange, pathOfCall, says, wasServed } from '../runner.ts'
import { expect, rows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const path = pathOfCall(createPayment)

/** Opens the page of the order that was last placed on this device; it has a payment attempt. */
async function comeToOrder(page: Page): Promise<string> {
  await comeToBank(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
  await expect(payButton(page)).toBeEnabled()
  return page.url().split('/').at(-1) ?? ''
}

const findAttemptRows = (orderId: string) =>
  rows<{ state: string; amount: string }>(
    `select payments.state from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orderId}' and payments.type = 'Payment'`,
  )

/** Checks that the order is stored and awaits payment, with one active attempt. */
async function expectStillWaiting(page: Page, orderId: string): Promise<void> {
  expect((await readDevice(page)).local.pendingOrders).toContain(orderId)
  expect(await rows(`select state from orders where id = '${orderId}'`)).toEqual([
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
      const orderId = await comeToOrder(page)
      network.set(gone)
      await unplug(context)
      await expect(says(page, 'Для оплаты нужна сеть. Заказ сохранён.')).toBeVisible()
      await expect(payButton(page)).toBeDisabled()
      await expectStillWaiting(page, orderId)
      network.clear()
      await unplug(context, false)
      await payButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
  lieFi: [
    'nothing came for 15 seconds: the button is there again and leads to the same payment',
    async ({ page, context, network }) => {
      await context.clock.install()
      const orderId = await comeToOrder(page)
      network.set([{ fault: { type: 'stall', way: 'response' }, path, method: 'POST' }])
      const served = nextExchange(network, createPayment, wasServed)
      await payButton(page).click()
      await served
      await page.clock.fastForward(15_000)
      await expect(payButton(page)).toBeEnabled()
      await expectStillWaiting(page, orderId)
      network.clear()
      await payButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
  portal: [
    'its page is not opened as the bank’s',
    async ({ page, network }) => {
      const orderId = await comeToOrder(page)
      network.set(portal)
      const answered = nextExchange(network, createPayment, ({ status }) => status === 200)
      await payButton(page).click()
      await answered
      await expect(says(page, /Wi‑Fi просит войти|нужна сеть/)).toBeVisible()
      await expect(page).toHaveURL(`/order/${orderId}`)
      await expectStillWaiting(page, orderId)
      network.set(lieFi)
      await expectStillWaiting(page, orderId)
    },
  ],
  failing: [
    'said in words, the other ways to pay stay, and it can be tried again',
    async ({ page, network }) => {
      const orderId = await comeToOrder(page)
      network.set([failing(path, 1, 'POST')])
      await payButton(page).click()
      await expect(payButton(page)).toBeEnabled()
      await expect(page.getByRole('radio', { name: /Банковская карта/ })).toBeEnabled()
      await expectStillWaiting(page, orderId)
      await payButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
  expired: [
    'the same attempt again',
    async ({ page, network }) => {
      const orderId = await comeToOrder(page)
      network.set([expired(path, 1, 'POST')])
      await payButton(page).click()
      await expect(payButton(page)).toBeEnabled()
      await payButton(page).click()
      await expectAtBank(page, orderId)
      expect(listExchanges(network, createPayment).filter(({ status }) => status === 401)).toHaveLength(1)
    },
  ],
  killed: [
    'the next start shows the order, which leads to the same payment',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      const orderId = await comeToOrder(page)
      network.set([{ fault: { type: 'stall', way: 'response' }, path, method: 'POST' }])
      const served = nextExchange(network, createPayment, wasServed)
      await payButton(page).click()
      await served
      await phone.kill()
      network.clear()
      const again = await phone.open('/')
      await expect(again.getByRole('heading', { name: 'Заказ ждёт оплаты' })).toBeVisible()
      await expectStillWaiting(again, orderId)
      await again.getByRole('link', { name: 'Продолжить оплату' }).click()
      await expect(again).toHaveURL(`/order/${orderId}`)
      await payButton(again).click()
      await expectAtBank(again, orderId)
    },
  ],
  update: [
    'no update while an order waits to be paid',
    async ({ page, network }) => {
      const orderId = await comeToOrder(page)
      network.set([anotherBuild])
      await page.reload()
      await network.seen(
        (exchange) => exchange.path.startsWith('/sw.js') && exchange.faults.includes('rewrite'),
      )
      await expect(payButton(page)).toBeEnabled()
      await expect(says(page, 'Вышла новая версия.')).toBeHidden()
      await payButton(page).click()
      await expectAtBank(page, orderId)
    },
  ],
})
