import type { Page } from '@playwright/test'
import { checkOut, setCartCustomer } from '../../../contract/cart.ts'
import {
  addAllToCart,
  chooseAtBank,
  expectPaid,
  fillCheckout,
  findPayButton,
} from '../../journeys/purchase-steps.ts'
import { readDeviceStorage } from '../device.ts'
import { anotherBuild, captivePortal, expireTokens, failCalls, setOffline, unreachable } from '../networks.ts'
import {
  findByNumber,
  findVisibleText,
  goToCheckout,
  listExchanges,
  toCallPattern,
  waitForExchange,
  wasServed,
} from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const checkOutPattern = toCallPattern(checkOut)

/** Returns the id of the device's cart before checkout. */
async function readCartId(page: Page): Promise<string> {
  const { local } = await readDeviceStorage(page)
  expect(local.cartId).toBeTruthy()
  return local.cartId ?? ''
}

const findOrderRows = (cartId: string) =>
  queryRows<{ id: string; state: string }>(`select id, state from orders where cart_id = '${cartId}'`)

async function expectOneOrder(page: Page, cartId: string): Promise<void> {
  await expect(page).toHaveURL(/\/bank\//)
  expect(await findOrderRows(cartId)).toHaveLength(1)
  const [order] = await findOrderRows(cartId)
  const attempts = await queryRows(
    `select 1 from payments join invoices on invoices.id = payments.invoice_id where order_id = '${order?.id}' and payments.type = 'Payment'`,
  )
  expect(attempts).toHaveLength(1)
}

matrix('8 confirms the order', {
  offline: [
    'the button says that it needs a network, and nothing typed is lost',
    async ({ page, context, network }) => {
      await goToCheckout(page)
      const cartId = await readCartId(page)
      network.set(unreachable)
      await setOffline(context)
      await expect(findVisibleText(page, /Пока не куплено: нужна сеть/)).toBeVisible()
      await expect(findPayButton(page)).toBeDisabled()
      expect(await findOrderRows(cartId)).toEqual([])
      await page.goto('/order')
      await expect(page.getByRole('textbox', { name: 'Куда прислать файлы' })).toHaveValue(
        'andrei@example.com',
      )
      network.clear()
      await setOffline(context, false)
      await expect(findPayButton(page)).toBeEnabled()
      expect(await findOrderRows(cartId)).toEqual([])
    },
  ],
  lieFi: [
    'after 15 seconds it says that it asks, and asks under the same key',
    async ({ page, context, network }) => {
      await context.clock.install()
      await goToCheckout(page)
      const cartId = await readCartId(page)
      network.set([{ fault: { type: 'stall', way: 'response' }, path: checkOutPattern, method: 'POST' }])
      const served = waitForExchange(network, checkOut, wasServed)
      await findPayButton(page).click()
      await served
      await page.clock.fastForward(15_000)
      await expect(findVisibleText(page, 'Проверяем, создан ли заказ')).toBeVisible()
      network.clear()
      await page.clock.fastForward(60_000)
      const nextScreen = page.getByRole('button', { name: /^Оплатить/ }).or(page.getByText('Учебный банк'))
      await expect(nextScreen.first()).toBeVisible()
      expect(await findOrderRows(cartId)).toHaveLength(1)
      const keys = listExchanges(network, checkOut).map(({ headers }) => headers['idempotency-key'])
      expect(new Set(keys).size).toBe(1)
    },
  ],
  portal: [
    'its page is no order, and no payment',
    async ({ page, network }) => {
      await goToCheckout(page)
      const cartId = await readCartId(page)
      network.set(captivePortal)
      // the order itself is not requested
      const answered = waitForExchange(network, setCartCustomer, ({ status }) => status === 200)
      await findPayButton(page).click()
      await answered
      await expect(page).toHaveURL('/order')
      await expect(findVisibleText(page, 'Заказ ждёт оплаты')).toBeHidden()
      expect(await findOrderRows(cartId)).toEqual([])
      expect((await readDeviceStorage(page)).local.pendingOrders).toBeUndefined()
      network.clear()
      await expect.poll(async () => (await findOrderRows(cartId)).length).toBe(1)
    },
  ],
  failing: [
    'the same key again, also after an answer that got lost: one order',
    async ({ page, network }) => {
      await goToCheckout(page)
      const cartId = await readCartId(page)
      network.set([
        failCalls(checkOutPattern, 1, 'POST'),
        { fault: { type: 'drop-reply' }, path: checkOutPattern, method: 'POST', skip: 1, times: 1 },
      ])
      await findPayButton(page).click()
      await expectOneOrder(page, cartId)
      const tries = listExchanges(network, checkOut)
      expect(tries.length).toBeGreaterThanOrEqual(3)
      expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    },
  ],
  expired: [
    'the same key again',
    async ({ page, network }) => {
      await goToCheckout(page)
      const cartId = await readCartId(page)
      network.set([expireTokens(checkOutPattern, 1, 'POST')])
      await findPayButton(page).click()
      await expectOneOrder(page, cartId)
      const keys = listExchanges(network, checkOut).map(({ headers }) => headers['idempotency-key'])
      expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    },
  ],
  killed: [
    'the next start asks for it by the same key, and shows one order that waits to be paid',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await goToCheckout(page)
      const cartId = await readCartId(page)
      network.set([{ fault: { type: 'stall', way: 'response' }, path: checkOutPattern, method: 'POST' }])
      const served = waitForExchange(network, checkOut, wasServed)
      await findPayButton(page).click()
      await served
      await phone.kill()
      network.clear()
      const reopened = await phone.open('/')
      await expect(reopened.getByRole('heading', { name: 'Заказ ждёт оплаты' })).toBeVisible()
      const [order, secondOrder] = await findOrderRows(cartId)
      expect([order?.state, secondOrder]).toEqual(['AwaitingPayment', undefined])
      const { local } = await readDeviceStorage(reopened)
      expect(local.pendingOrders).toBe(JSON.stringify([order?.id]))
      expect([local.checkoutIntent, local.cartId]).toEqual([undefined, undefined])
      const keys = listExchanges(network, checkOut).map(({ headers }) => headers['idempotency-key'])
      expect([keys.length, new Set(keys).size]).toEqual([2, 1])
      await reopened.getByRole('link', { name: 'Продолжить оплату' }).click()
      await findPayButton(reopened).click()
      await expectOneOrder(reopened, cartId)
    },
  ],
  update: [
    'no update while an order is made',
    async ({ page, network }) => {
      await findByNumber(page)
      network.set([anotherBuild])
      await page.reload()
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeVisible()
      await addAllToCart(page)
      await fillCheckout(page)
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeHidden()
      const cartId = await readCartId(page)
      await findPayButton(page).click()
      await expectOneOrder(page, cartId)
      await chooseAtBank(page, 'Оплатить')
      await expectPaid(page)
    },
  ],
})
