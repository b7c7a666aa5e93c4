import type { Page } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { checkOut } from '../../contract/cart.ts'
import { createPayment } from '../../contract/invoices.ts'
import { addPackageToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, test } from './test-server.ts'

// Playwright misses requests of a page while a worker takes control of it
test.use({ serviceWorkers: 'block' })

const toPattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
const checkOutPath = toPattern(toRoute(checkOut))
const paymentPath = toPattern(toRoute(createPayment))

/** Collects bodies of POSTs to an address. */
function recordPosts(page: Page, path: RegExp): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    const isWatched = request.method() === 'POST' && path.test(new URL(request.url()).pathname)
    if (isWatched) bodies.push(request.postDataJSON())
  })
  return bodies
}

/** Collects invoices for which payments are started. */
function recordPaymentPaths(page: Page): string[] {
  const invoices: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && paymentPath.test(pathname)) invoices.push(pathname)
  })
  return invoices
}

test('a declined payment is tried again another way', { tag: '@core' }, async ({ page }) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  await page.getByRole('radio', { name: /СБП/ }).check()
  await findPayButton(page).click()
  await chooseAtBank(page, 'Отклонить платёж')
  await expect(page.getByRole('heading', { level: 1, name: 'Оплата не прошла' })).toBeVisible()
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await findPayButton(page).click()
  await expect(page.getByText('Банковская карта')).toBeVisible()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
})

test('a double tap is one order and one payment', { tag: '@core' }, async ({ page }) => {
  await addPackageToCart(page)
  const orders = recordPosts(page, checkOutPath)
  const payments = recordPosts(page, paymentPath)
  await fillCheckout(page)
  await findPayButton(page).dblclick()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  expect(orders).toHaveLength(1)
  expect(payments).toHaveLength(1)
})

test('a cart that is paid in two tabs at once is one order', async ({ page, context }) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  const other = await context.newPage()
  await other.goto('/cart')
  await fillCheckout(other)
  const tabs = [page, other]
  const invoices = tabs.map(recordPaymentPaths)
  await Promise.all(tabs.map((tab) => findPayButton(tab).dispatchEvent('click')))
  const outcome = /Учебный банк|Заказ ждёт оплаты/
  await Promise.all(tabs.map((tab) => expect(tab.getByText(outcome).first()).toBeVisible()))
  expect(new Set(invoices.flat()).size).toBe(1)
})

test('the price is the shop’s: a lower one from the browser is refused, and none goes to the bank', {
  tag: '@core',
}, async ({ page }) => {
  await addPackageToCart(page)
  const payments = recordPosts(page, paymentPath)
  await page.route(
    (url) => checkOutPath.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const body = route.request().postDataJSON() as { expectedTotal: { amount: number } }
      body.expectedTotal.amount = 100
      await route.continue({ postData: JSON.stringify(body) })
    },
    { times: 1 },
  )
  await fillCheckout(page)
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await findPayButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Цены изменились' })).toBeVisible()
  expect(payments).toEqual([])
  await findPayButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /^1\s990,00/ })).toBeVisible()
  expect(payments).toEqual([{ paymentTypeId: expect.any(String), returnUrl: expect.any(String) }])
})

test('while the bank says nothing the order waits, and home leads back to it', async ({ page }) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Промолчать')
  await expect(page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2, name: 'Заказ ждёт оплаты' })).toBeVisible()
  await page.getByRole('link', { name: 'Продолжить оплату' }).click()
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
})

test('a promo code takes a fifth off, in the cart and at the bank', async ({ page }) => {
  await addPackageToCart(page)
  await page.getByRole('textbox', { name: 'Промокод' }).fill('finish20')
  await page.getByRole('button', { name: 'Применить' }).click()
  await expect(page.getByRole('list', { name: 'Действуют промокоды' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Оформить 1\s592/ })).toBeVisible()
  await fillCheckout(page)
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await findPayButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /^1\s592,00/ })).toBeVisible()
})
