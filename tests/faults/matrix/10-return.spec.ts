import type { Page } from '@playwright/test'
import { getOrder } from '../../../contract/orders.ts'
import { chooseAtBank, expectPaid } from '../../journeys/purchase-steps.ts'
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
import { findVisibleText, goToBank, listExchanges, toCallPattern } from '../steps.ts'
import { expect, queryRows, testServer } from '../test-server.ts'
import { matrix } from './matrix.ts'

const resultTexts = /Оплата не\sпрошла|Оплачено|Финиш|Заказ отменён/

/** Goes back to the shop from a bank that has not decided. @returns the URL of the bank's page */
async function returnUndecided(page: Page): Promise<string> {
  await goToBank(page)
  const bankUrl = page.url()
  await chooseAtBank(page, 'Промолчать')
  await expectChecking(page)
  return bankUrl
}

/** Checks that neither the page nor the server reports a result. */
async function expectChecking(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
  await expect(findVisibleText(page, resultTexts)).toBeHidden()
  const [orderId = ''] = await readPendingOrders(page)
  expect(await queryRows(`select state from orders where id = '${orderId}'`)).toEqual([
    { state: 'AwaitingPayment' },
  ])
}

/** Returns the orders that the device knows as unpaid. */
async function readPendingOrders(page: Page): Promise<string[]> {
  return JSON.parse((await readDeviceStorage(page)).local.pendingOrders ?? '[]') as string[]
}

/** Checks that the server has completed the order, charged it once, and written its e-mail. */
async function expectCompleted(orderId: string): Promise<void> {
  await expect
    .poll(() => queryRows(`select state from orders where id = '${orderId}'`))
    .toEqual([{ state: 'Completed' }])
  const succeededPayments = await queryRows(
    `select 1 from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orderId}' and payments.type = 'Payment' and payments.state = 'Succeeded'`,
  )
  expect(succeededPayments).toHaveLength(1)
  await expect
    .poll(() =>
      queryRows(
        `select state from jobs where kind = 'mailing.order-completed' and unique_key = '${orderId}'`,
      ),
    )
    .toEqual([{ state: 'Done' }])
}

/** Approves the payment at the bank, without the buyer's browser. */
async function approveAtBank(bankUrl: string): Promise<void> {
  const { pathname } = new URL(bankUrl)
  const answer = await fetch(testServer.url + pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}

matrix('10 comes back from the bank', {
  offline: [
    'the payment is being checked, and nothing more is said',
    async ({ page, context, network }) => {
      const bankUrl = await returnUndecided(page)
      network.set(unreachable)
      await setOffline(context)
      await expect(findVisibleText(page, /Нет сети, поэтому ответ банка пока не узнать/)).toBeVisible()
      await expectChecking(page)
      await approveAtBank(bankUrl)
      network.clear()
      await setOffline(context, false)
      await expectPaid(page)
    },
  ],
  lieFi: [
    'it asks on, and never says declined',
    async ({ page, context, network }) => {
      await context.clock.install()
      const bankUrl = await returnUndecided(page)
      network.set(lieFi)
      await page.clock.fastForward(20_000)
      await expectChecking(page)
      await approveAtBank(bankUrl)
      network.clear()
      await page.clock.fastForward(10_000)
      await expectPaid(page)
    },
  ],
  portal: [
    'its page changes nothing',
    async ({ page, network }) => {
      await returnUndecided(page)
      network.set(captivePortal)
      await network.waitForExchange(({ path, status, faults }) => {
        return toCallPattern(getOrder).test(path) && status === 200 && faults.includes('portal')
      })
      await expectChecking(page)
    },
  ],
  failing: [
    'failures change nothing',
    async ({ page, network }) => {
      const bankUrl = await returnUndecided(page)
      network.set([failCalls(toCallPattern(getOrder))])
      await network.waitForExchange(
        ({ path, status }) => toCallPattern(getOrder).test(path) && status === 500,
      )
      await expectChecking(page)
      await approveAtBank(bankUrl)
      network.clear()
      await expectPaid(page)
    },
  ],
  expired: [
    'the order’s own address is enough',
    async ({ page, network }) => {
      const bankUrl = await returnUndecided(page)
      network.set([expireTokens(/^\/public\/(competitors|photos)\//)])
      await approveAtBank(bankUrl)
      await expectPaid(page)
      const orderExchanges = listExchanges(network, getOrder)
      expect(orderExchanges.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
    },
  ],
  killed: [
    'the payment completes without the page; the next start says that it is paid',
    async ({ phone }) => {
      const page = await phone.open('/')
      const bankUrl = await returnUndecided(page)
      const [orderId = ''] = await readPendingOrders(page)
      await phone.kill()
      await approveAtBank(bankUrl)
      await expectCompleted(orderId)
      const reopened = await phone.open('/')
      await expect(reopened.getByRole('heading', { name: 'Заказ оплачен' })).toBeVisible()
      await expect.poll(() => readPendingOrders(reopened)).toEqual([])
      await reopened.getByRole('link', { name: 'Открыть фото' }).click()
      await expectPaid(reopened)
      await expect(reopened).toHaveURL(`/order/${orderId}`)
    },
  ],
  update: [
    'no update before the verdict',
    async ({ page, network }) => {
      const bankUrl = await returnUndecided(page)
      network.set([anotherBuild])
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
      await expect
        .poll(() => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting))
        .toBe(true)
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeHidden()
      await expectChecking(page)
      await approveAtBank(bankUrl)
      await expectPaid(page)
    },
  ],
})
