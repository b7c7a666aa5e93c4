import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../support/processes/installation.ts'
import { openContext } from './test-server.ts'

test.describe.configure({ timeout: 180_000 })

let installation: Installation
let catalogId: string

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  installation = await openInstallation(join(projectRoot, 'dist/web'), { EMBEDDED_IDENTITY: '1' })
  const words = ['--title', 'Пробег', '--city', 'Казань', '--date', '2026-09-12', '--distance', '10 km']
  const eventId = await installation.runCommand('event', 'create', ...words)
  const request = await playwright.request.newContext({ baseURL: installation.url })
  const event = await request.get(`/public/events/api/v1/events/${eventId}`)
  catalogId = ((await event.json()) as { catalogId: string }).catalogId
  await request.dispose()
})

test.afterAll(() => installation.close())

/** Orders a gift code as a guest, on another device; returns the order's number. */
async function orderAsGuest(request: APIRequestContext, email: string): Promise<string> {
  const carts = '/public/cart/api/v1/shoppingCarts'
  const products = await request.get(`/public/catalog/api/v1/catalog/products?catalogId=${catalogId}`)
  const { items } = (await products.json()) as { items: { productId: string; productType: string }[] }
  const gift = items.find(({ productType }) => productType === 'promocode')
  const shoppingCartId = randomUUID()
  await request.post(carts, { data: { shoppingCartId } })
  await request.post(`${carts}/${shoppingCartId}/items`, { data: { productId: gift?.productId } })
  await request.put(`${carts}/${shoppingCartId}/customer`, { data: { email } })
  const placed = await request.post(`${carts}/${shoppingCartId}`, { data: {} })
  const { orderId } = (await placed.json()) as { orderId: string }
  const order = await request.get(`/public/orders/api/v1/orders/${orderId}`)
  return ((await order.json()) as { number: string }).number
}

/** Signs in on the sign-on server's page. */
async function signIn(page: Page, password: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  await page.getByLabel('Имя пользователя или e-mail').fill('kofi')
  await page.getByLabel('Пароль').fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

const findProfileLink = (page: Page) => page.getByRole('link', { name: 'Личный кабинет' })

/** Finds the orders of the list, without the placeholders of a list that is not loaded yet. */
const findOrders = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })

test('signs in, returns to the previous page, and stays signed in without a network', {
  tag: '@core',
}, async ({ browser }) => {
  const context = await openContext(browser, { baseURL: installation.url })
  const numbers = [
    await orderAsGuest(context.request, 'kofi@runners.example'),
    await orderAsGuest(context.request, 'Kofi@Runners.example'),
  ]
  await orderAsGuest(context.request, 'amara@runners.example')
  const page = await context.newPage()
  const orders = findOrders(page)

  await test.step('a guest signs in, and returns to the requested page', async () => {
    await page.goto('/my-account/orders')
    await signIn(page, 'guess')
    await expect(page.getByRole('alert')).toContainText('не подходят')
    await expect(page.getByLabel('Имя пользователя или e-mail')).toHaveValue('kofi')
    await page.getByLabel('Пароль').fill('three-bridges')
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page).toHaveURL('/my-account/orders')
    await expect(page.getByRole('heading', { level: 1, name: 'Ваши заказы' })).toBeVisible()
  })

  await test.step('lists the account’s orders, those placed as a guest, and no others', async () => {
    await expect(page.getByText('kofi@runners.example')).toBeVisible()
    await expect(orders).toHaveCount(2)
    for (const number of numbers) await expect(orders.filter({ hasText: number })).toHaveCount(1)
    await orders.first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Заказ ждёт оплаты' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Оплатить/ })).toBeVisible()
  })

  await test.step('stays signed in after a new start, also without a network', async () => {
    await page.goto('/')
    await expect(findProfileLink(page)).toBeVisible()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.goto('/my-account')
    await expect(orders).toHaveCount(2)
    await expect(findProfileLink(page)).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(orders).toHaveCount(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await context.close()
})

test('an ended session is renewed, and signing out ends it in every tab', async ({ browser }) => {
  const context = await openContext(browser, { baseURL: installation.url })
  await orderAsGuest(context.request, 'kofi@runners.example')
  const page = await context.newPage()
  const orders = findOrders(page)
  await page.goto('/my-account/orders')
  await signIn(page, 'three-bridges')
  await expect(orders).not.toHaveCount(0)
  const orderCount = await orders.count()
  await page.goto('/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  await test.step('an ended session is renewed, and the page stays the same', async () => {
    const question = page.getByRole('textbox', { name: 'Что случилось' })
    // an answer still in flight would restart the session
    const sessionChecked = page.waitForEvent('framenavigated', (frame) =>
      frame.url().includes('/silent-check.html'),
    )
    await page.goto('/contacts')
    await question.fill('Не вижу один из заказов')
    await sessionChecked
    await context.clearCookies()
    await page.goto('/my-account/orders')
    await signIn(page, 'three-bridges')
    await expect(page).toHaveURL('/my-account/orders')
    await expect(orders).toHaveCount(orderCount)
    // unsent text is kept
    await page.goto('/contacts')
    await expect(question).toHaveValue('Не вижу один из заказов')
    await page.goto('/my-account/orders')
  })

  await test.step('signing out ends it here, in the other tab, and at the sign-on server', async () => {
    const other = await context.newPage()
    // the session check also writes the session, and would undo a concurrent sign-out
    const sessionRequested = other.waitForRequest(/\/silent-check\.html/)
    await other.goto('/')
    await expect(findProfileLink(other)).toBeVisible()
    await sessionRequested
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/')
    await expect(findProfileLink(page)).toHaveCount(0)
    await expect(findProfileLink(other)).toHaveCount(0)
    const traces = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(traces).not.toContain('kofi')
    await page.goto('/my-account')
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
    await page.getByRole('link', { name: 'Вернуться к фото' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Вы не вошли' })).toBeVisible()
    await other.close()
  })

  await test.step('signing out offline ends it on the device, and at the server once online', async () => {
    await page.goto('/my-account/orders')
    await signIn(page, 'three-bridges')
    await expect(orders).toHaveCount(orderCount)
    await context.setOffline(true)
    await page.goto('/')
    await expect(findProfileLink(page)).toBeVisible()
    await page.getByRole('button', { name: 'Меню' }).click()
    await page.getByRole('button', { name: 'Забыть это устройство' }).click()
    await page.getByRole('button', { name: 'Стереть всё' }).click()
    await page.waitForFunction(() => localStorage.getItem('sessionToEnd') === 'true')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(findProfileLink(page)).toHaveCount(0)
    await context.setOffline(false)
    await page.waitForFunction(() => localStorage.getItem('sessionToEnd') === null)
    await expect(findProfileLink(page)).toHaveCount(0)
    // the sign-on server asks for credentials
    await page.goto('/my-account')
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  })

  await test.step('signing out is not undone when the sign-on server does not answer', async () => {
    await signIn(page, 'three-bridges')
    await page.goto('/my-account/orders')
    await expect(orders).toHaveCount(orderCount)
    await context.route(/\/logout\?/, (route) => route.abort())
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.waitForFunction(() => localStorage.getItem('sessionToEnd') === 'true').catch(() => {})
    await context.unrouteAll()
    await page.goto('/')
    await page.waitForFunction(() => localStorage.getItem('sessionToEnd') === null)
    await expect(findProfileLink(page)).toHaveCount(0)
    await page.goto('/my-account')
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  })
  await context.close()
})
