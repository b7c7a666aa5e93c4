import type { Page } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { checkOut } from '../../contract/cart.ts'
import { selectByEffort } from '../trials.ts'
import { listRecipients } from './command.ts'
import { addPackageToCart, createEmail, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, openContext, test, testServer } from './test-server.ts'

/** Of each moment; 51 purchases in the suite of all journeys. */
const purchaseCount = selectByEffort({ quick: 3, full: 17, long: 100 })
const checkOutPath = new RegExp(`${toRoute(checkOut).replace(/:\w+/g, '[^/]+')}$`)
const phone = { viewport: { width: 390, height: 844 }, locale: 'ru-RU' }

const isBankPost = (url: string, method: string) => method === 'POST' && url.includes('/bank/sandbox/')

/** Moments at which the buyer's tab is gone: all after the buyer has pressed the bank's button. */
const moments = [
  {
    title: 'before the answer of the bank arrived',
    waitForMoment: (page: Page): Promise<unknown> =>
      new Promise<void>((resolve) => {
        void page.route(/\/bank\/sandbox\//, async (route) => {
          if (route.request().method() !== 'POST') return route.continue()
          // the browser never gets the answer
          await route.fetch({ maxRedirects: 0 })
          resolve()
        })
      }),
  },
  {
    title: 'once the bank has answered',
    waitForMoment: (page: Page) =>
      page.waitForResponse((response) => isBankPost(response.url(), response.request().method())),
  },
  {
    title: 'while the shop’s page opens again',
    waitForMoment: (page: Page) => page.waitForURL(/\/order/, { waitUntil: 'commit' }),
  },
]

/** Goes to the bank's page with a new order. @returns the order's id */
async function goToBank(page: Page, email: string): Promise<string> {
  await addPackageToCart(page)
  await fillCheckout(page, email)
  let orderId = ''
  await page.route(
    (url) => checkOutPath.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      if (response.ok()) ({ orderId } = (await response.json()) as { orderId: string })
      await route.fulfill({ response })
    },
  )
  await findPayButton(page).click()
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  return orderId
}

for (const { title, waitForMoment } of moments) {
  test(`an order is mailed though its tab was closed ${title}`, async ({ browser }) => {
    test.setTimeout(60_000 + purchaseCount * 20_000)
    for (let purchase = 0; purchase < purchaseCount; purchase++) {
      // a separate device: one that has bought the package is not offered it again
      const context = await openContext(browser, {
        ...phone,
        baseURL: testServer.url,
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      const email = createEmail('closed')
      const orderId = await goToBank(page, email)
      const moment = waitForMoment(page)
      await page.getByRole('button', { name: 'Оплатить' }).click({ noWaitAfter: true })
      await moment
      await context.close()
      await expect.poll(() => listRecipients(orderId)).toEqual([email])
    }
  })
}
