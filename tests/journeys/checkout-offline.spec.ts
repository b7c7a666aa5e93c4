import type { Page, Request } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { checkOut } from '../../contract/cart.ts'
import {
  addPackageToCart,
  chooseAtBank,
  createEmail,
  expectPaid,
  fillCheckout,
  findPayButton,
} from './purchase-steps.ts'
import { expect, test } from './test-server.ts'

const checkOutPath = new RegExp(`^${toRoute(checkOut).replace(/:\w+/g, '[^/]+')}$`)
const isCheckOutUrl = (url: URL) => checkOutPath.test(url.pathname)

/** Collects the idempotency keys of order requests. */
function recordKeys(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'POST' && isCheckOutUrl(new URL(request.url()))) {
      keys.push(request.headers()['idempotency-key'])
    }
  })
  return keys
}

/** Lets the service create the order, and drops its answer. */
async function loseAnswers(page: Page, times: number): Promise<void> {
  await page.route(
    isCheckOutUrl,
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times },
  )
}

test('the checkout waits for the network with all that was typed, and never orders by itself', {
  tag: '@core',
}, async ({ page, withoutNetwork }) => {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await addPackageToCart(page)
  const keys = recordKeys(page)
  const email = createEmail()
  await fillCheckout(page, email)
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await withoutNetwork(async () => {
    await expect(page.getByText('Пока не куплено: нужна сеть.').filter({ visible: true })).toBeVisible()
    await findPayButton(page).dispatchEvent('click')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Куда прислать файлы' })).toHaveValue(email)
    await expect(page.getByRole('checkbox', { name: /Принимаю оферту/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /Банковская карта/ })).toBeChecked()
    await expect(page.getByText('Пока не куплено: нужна сеть.').filter({ visible: true })).toBeVisible()
  })
  await expect(page.getByText('Сеть снова есть. Корзина проверена')).toBeVisible()
  await expect(findPayButton(page)).toBeFocused()
  expect(keys).toEqual([])
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
})

test.describe('without a service worker', () => {
  // Playwright misses requests of a page while a worker takes control of it
  test.use({ serviceWorkers: 'block' })

  test('an order whose answer was lost is asked for under the same key, and is one', {
    tag: '@core',
  }, async ({ page, pageProblems }) => {
    await addPackageToCart(page)
    await fillCheckout(page)
    const keys = recordKeys(page)
    await loseAnswers(page, 1)
    await findPayButton(page).click()
    await chooseAtBank(page, 'Оплатить')
    await expectPaid(page)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(pageProblems.errors.splice(0).filter((line) => !line.includes('net::ERR_'))).toEqual([])
  })

  test('an app that was closed before the answer finds the order at its next start', async ({
    page,
    context,
    pageProblems,
  }) => {
    await addPackageToCart(page)
    await fillCheckout(page)
    await loseAnswers(page, 1)
    const lost = page.waitForEvent('requestfailed', (request) => isCheckOutUrl(new URL(request.url())))
    await findPayButton(page).click()
    await lost
    await page.close()
    const next = await context.newPage()
    await next.goto('/')
    await expect(next.getByRole('heading', { level: 2, name: 'Заказ ждёт оплаты' })).toBeVisible()
    await next.getByRole('link', { name: 'Продолжить оплату' }).click()
    await expect(next.getByRole('heading', { level: 1, name: 'Заказ ждёт оплаты' })).toBeVisible()
    expect(pageProblems.errors.splice(0).filter((line) => !line.includes('net::ERR_'))).toEqual([])
  })
})

test('without a network the order that waits is shown as last known, and nothing leaves the app', async ({
  page,
  withoutNetwork,
}) => {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await addPackageToCart(page)
  await fillCheckout(page)
  // after the discount of the payment method
  const sum = /1\s890,50/
  await expect(findPayButton(page)).toContainText(sum)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Промолчать')
  await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
  await withoutNetwork(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
    await expect(page.getByText('Нет сети, поэтому ответ банка пока не узнать.')).toBeVisible()
    await page.goto('/')
    const card = page.getByRole('article').filter({ hasText: 'Заказ ждёт оплаты' })
    await expect(card).toContainText(sum)
    await expect(card.getByRole('link', { name: 'Другой способ оплаты' })).toBeVisible()
    await card.getByRole('link', { name: 'Другой способ оплаты' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Заказ ждёт оплаты' })).toBeVisible()
    await expect(
      page.getByText('Для оплаты нужна сеть. Заказ сохранён.').filter({ visible: true }),
    ).toBeVisible()
    await expect(findPayButton(page)).toContainText(sum)
    await page.goto('/orders')
    await expect(page.getByRole('listitem').filter({ hasText: 'ждёт оплаты' })).toContainText(sum)
  })
})
