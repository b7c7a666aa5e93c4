import type { Page } from '@playwright/test'
import { getOrder } from '../../../contract/orders.ts'
import { answerAtBank, expectPaid } from '../../journeys/buying.ts'
import { readDevice } from '../device.ts'
import { anotherBuild, expired, failing, gone, lieFi, portal, unplug } from '../networks.ts'
import { comeToBank, listExchanges, pathOfCall, says } from '../runner.ts'
import { expect, rows, testServer } from '../test-server.ts'
import { matrix } from './matrix.ts'

const verdicts = /Оплата не\sпрошла|Оплачено|Финиш|Заказ отменён/

/** Goes back to the shop from a bank that has not decided. @returns the URL of the bank's page */
async function comeBackUnsure(page: Page): Promise<string> {
  await comeToBank(page)
  const bank = page.url()
  await answerAtBank(page, 'Промолчать')
  await expectChecking(page)
  return bank
}

/** Checks that neither the page nor the server reports a result. */
async function expectChecking(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
  await expect(says(page, verdicts)).toBeHidden()
  const [orderId = ''] = await pendingOrders(page)
  expect(await rows(`select state from orders where id = '${orderId}'`)).toEqual([
    { state: 'AwaitingPayment' },
  ])
}

/** Returns the orders that the device knows as unpaid. */
async function pendingOrders(page: Page): Promise<string[]> {
  return JSON.parse((await readDevice(page)).local.pendingOrders ?? '[]') as string[]
}

/** Checks that the server has completed the order, charged it once, and written its e-mail. */
async function expectSettled(orderId: string): Promise<void> {
  await expect
    .poll(() => rows(`select state from orders where id = '${orderId}'`))
    .toEqual([{ state: 'Completed' }])
  const taken = await rows(
    `select 1 from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orderId}' and payments.type = 'Payment' and payments.state = 'Succeeded'`,
  )
  expect(taken).toHaveLength(1)
  await expect
    .poll(() =>
      rows(`select state from jobs where kind = 'mailing.order-completed' and unique_key = '${orderId}'`),
    )
    .toEqual([{ state: 'Done' }])
}

/** Approves the payment at the bank, without the buyer's browser. */
async function bankApproves(bank: string): Promise<void> {
  const { pathname } = new URL(bank)
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
      const bank = await comeBackUnsure(page)
      network.set(gone)
      await unplug(context)
      await expect(says(page, /Нет сети, поэтому ответ банка пока не узнать/)).toBeVisible()
      await expectChecking(page)
      await bankApproves(bank)
      network.clear()
      await unplug(context, false)
      await expectPaid(page)
    },
  ],
  lieFi: [
    'it asks on, and never says declined',
    async ({ page, context, network }) => {
      await context.clock.install()
      const bank = await comeBackUnsure(page)
      network.set(lieFi)
      await page.clock.fastForward(20_000)
      await expectChecking(page)
      await bankApproves(bank)
      network.clear()
      await page.clock.fastForward(10_000)
      await expectPaid(page)
    },
  ],
  portal: [
    'its page changes nothing',
    async ({ page, network }) => {
      await comeBackUnsure(page)
      network.set(portal)
      await network.seen(({ path, status, faults }) => {
        return pathOfCall(getOrder).test(path) && status === 200 && faults.includes('portal')
      })
      await expectChecking(page)
    },
  ],
  failing: [
    'failures change nothing',
    async ({ page, network }) => {
      const bank = await comeBackUnsure(page)
      network.set([failing(pathOfCall(getOrder))])
      await network.seen(({ path, status }) => pathOfCall(getOrder).test(path) && status === 500)
      await expectChecking(page)
      await bankApproves(bank)
      network.clear()
      await expectPaid(page)
    },
  ],
  expired: [
    'the order’s own address is enough',
    async ({ page, network }) => {
      const bank = await comeBackUnsure(page)
      network.set([expired(/^\/public\/(competitors|photos)\//)])
      await bankApproves(bank)
      await expectPaid(page)
      const asked = listExchanges(network, getOrder)
      expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
    },
  ],
  killed: [
    'the payment completes without the page; the next start says that it is paid',
    async ({ phone }) => {
      const page = await phone.open('/')
      const bank = await comeBackUnsure(page)
      const [orderId = ''] = await pendingOrders(page)
      await phone.kill()
      await bankApproves(bank)
      await expectSettled(orderId)
      const again = await phone.open('/')
      await expect(again.getByRole('heading', { name: 'Заказ оплачен' })).toBeVisible()
      await expect.poll(() => pendingOrders(again)).toEqual([])
      await again.getByRole('link', { name: 'Открыть фото' }).click()
      await expectPaid(again)
      await expect(again).toHaveURL(`/order/${orderId}`)
    },
  ],
  update: [
    'no update before the verdict',
    async ({ page, network }) => {
      const bank = await comeBackUnsure(page)
      network.set([anotherBuild])
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
      await expect
        .poll(() => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting))
        .toBe(true)
      await expect(says(page, 'Вышла новая версия.')).toBeHidden()
      await expectChecking(page)
      await bankApproves(bank)
      await expectPaid(page)
    },
  ],
})
