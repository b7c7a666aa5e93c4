import type { Page } from '@playwright/test'
import { addPackageToCart, fillCheckout } from './purchase-steps.ts'
import { readStoredData } from './stored-data.ts'
import { demoFile, expect, test, testServer } from './test-server.ts'

const email = 'canary-7f3a@example.com'

// two rounds of a search, an order and a check of everything stored
test.describe.configure({ timeout: 180_000 })

/** Returns ids that link this browser to a person: of the cart, the order, the selfie. */
const readDeviceIds = (page: Page) =>
  page.evaluate(() => ({
    cart: localStorage.getItem('cartId') ?? '',
    orders: JSON.parse(localStorage.getItem('pendingOrders') ?? '[]') as string[],
    selfies: Object.entries(Object.assign({}, localStorage))
      .filter(([key]) => key.endsWith('.selfieId'))
      .map(([, id]) => id as string),
  }))

async function forgetDevice(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('button', { name: 'Забыть это устройство' }).click()
  await page.getByRole('button', { name: 'Стереть всё' }).click()
}

/** Makes a search by selfie, and an unpaid order. */
async function createTraces(page: Page): Promise<string[]> {
  await page.goto(`/event/${testServer.eventId}/selfie`)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await page.locator('input[type=file]').setInputFiles(demoFile('selfies/good-a01-andrei.jpg'))
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible({ timeout: 45_000 })
  await addPackageToCart(page)
  await fillCheckout(page, email)
  await page.getByRole('button', { name: /^Оплатить/ }).click()
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2, name: 'Заказ ждёт оплаты' })).toBeVisible()
  const { orders, selfies } = await readDeviceIds(page)
  expect(orders).toHaveLength(1)
  expect(selfies).toHaveLength(1)
  return [...orders, ...selfies]
}

test('a device that forgets holds no trace of the runner, and other tabs follow', async ({
  page,
  context,
}) => {
  const traces = await createTraces(page)
  const before = await readStoredData(page)
  for (const trace of [...traces, email]) expect(before).toContain(trace)
  const [orderId, selfieId] = traces
  const other = await context.newPage()
  await other.goto(`/order/${orderId}`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.waitForFunction(() => localStorage.getItem('install') !== null)

  await forgetDevice(page)
  await expect(page.getByText('Готово: здесь ничего о вас не осталось.')).toBeVisible()
  await expect(other).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 2, name: 'Заказ ждёт оплаты' })).toHaveCount(0)
  const after = await readStoredData(page)
  for (const trace of [...traces, email]) expect(after).not.toContain(trace)
  // the selfie is deleted at the service too
  const answer = await page.request.get(`/public/recognition/api/v1/selfies/${selfieId}`)
  expect(answer.status()).toBeGreaterThanOrEqual(404)
  expect(answer.status()).toBeLessThanOrEqual(410)
})

test('without a network it forgets here, says what the service will do, and still opens', async ({
  page,
  withoutNetwork,
}) => {
  const traces = await createTraces(page)
  await withoutNetwork(async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Меню' }).click()
    await page.getByRole('button', { name: 'Забыть это устройство' }).click()
    await expect(page.getByText('Сейчас нет сети, поэтому селфи в сервисе сотрутся не сразу')).toBeVisible()
    await page.getByRole('button', { name: 'Стереть всё' }).click()
    await expect(page.getByText('Селфи в сервисе сотрутся в течение суток.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const after = await readStoredData(page)
    for (const trace of [...traces, email]) expect(after).not.toContain(trace)
  })
})
