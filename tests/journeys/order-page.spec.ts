import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { buildPath, deviceHeader } from '../../contract/call.ts'
import { getOrder } from '../../contract/orders.ts'
import { listRecipients, runCommand } from './command.ts'
import {
  chooseAtBank,
  createEmail,
  expectPaid,
  fillCheckout,
  findBuyAllButton,
  findPayButton,
} from './purchase-steps.ts'
import { demoFile, expect, test, testServer } from './test-server.ts'

async function buyPackage(
  page: Page,
  eventId: string,
  number: string,
  email = createEmail(),
): Promise<string> {
  await page.goto(`/search/${eventId}/${number}`)
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
  // while single photos are cheaper, the package is the second choice
  const packageButton = page.getByRole('button', { name: /^Пакет за/ })
  await findBuyAllButton(page).waitFor()
  await ((await packageButton.isVisible()) ? packageButton : findBuyAllButton(page)).click()
  await fillCheckout(page, email)
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  return page.url().split('/').at(-1) ?? ''
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
  expect.soft(found, name).toEqual([])
}

const isReceiptCached = (receipt: Locator) =>
  receipt.evaluate(
    async (link) =>
      (await caches.match((link as HTMLAnchorElement).href, { ignoreVary: true })) !== undefined,
  )

/** Requests an order with the key of the device, like its page. */
async function requestOrder(page: Page, orderId: string) {
  const key = await page.evaluate(() => JSON.parse(localStorage.getItem('deviceKey') ?? '""') as string)
  return page.request.get(buildPath(getOrder, { orderId }), { headers: { [deviceHeader]: key } })
}

const fillEmail = async (page: Page, email: string) => {
  await page.getByRole('button', { name: 'Исправить адрес' }).click()
  await page.getByRole('textbox', { name: 'Правильный e-mail' }).fill(email)
}
const readOrderNumber = async (page: Page) =>
  (
    await page
      .getByText(/^\d{5,}$/)
      .first()
      .textContent()
  )?.trim() ?? ''

test('the letter is sent again, its address mended, also without a network', {
  tag: '@core',
}, async ({ page, context, pageProblems, withoutNetwork }) => {
  const orderId = await buyPackage(page, testServer.eventId, '128', 'rita@example.com')
  const expectStatus = (words: RegExp) =>
    expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  await expectStatus(/^Письмо со ссылками ушло на r•••@example\.com\.$/)
  await page.getByRole('button', { name: 'Прислать ещё раз' }).click()
  await expectStatus(/^Отправили ещё раз на r•••@example\.com, в /)
  await expect.poll(() => listRecipients(orderId)).toEqual(['rita@example.com', 'rita@example.com'])

  await fillEmail(page, 'rita@')
  await page.getByRole('button', { name: 'Сохранить адрес' }).click()
  await expect(page.getByText('Проверьте e-mail: письмо по нему не дойдёт.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Правильный e-mail' })).toBeFocused()
  await expectAccessible(page, 'correcting the e-mail')
  await page.getByRole('textbox', { name: 'Правильный e-mail' }).fill('margo@example.org')
  await page.getByRole('button', { name: 'Слать на margo@example.org' }).click()
  await expectStatus(/^Адрес исправлен\. Письмо о заказе ушло на m•••@example\.org\.$/)
  await expect.poll(async () => (await listRecipients(orderId)).includes('margo@example.org')).toBe(true)

  const receipt = page.getByRole('link', { name: /^Чек/ })
  await expect(receipt).toBeVisible()
  await expect.poll(() => isReceiptCached(receipt)).toBe(true)
  await withoutNetwork(async () => {
    await fillEmail(page, 'rita@example.com')
    await page.getByRole('button', { name: 'Слать на rita@example.com' }).click()
    await expectStatus(/^Нет сети\. Новый адрес r•••@example\.com уйдёт/)
    const [receiptPage] = await Promise.all([context.waitForEvent('page'), receipt.click()])
    await expect(receiptPage.getByRole('heading', { name: /^Чек/ })).toBeVisible()
    await receiptPage.close()
  })
  // the receipt page forbids scripts, also those of Playwright
  const otherErrors = pageProblems.errors.filter(
    (line) => !line.includes("'allow-scripts' permission is not set"),
  )
  pageProblems.errors.splice(0, pageProblems.errors.length, ...otherErrors)
  await expectStatus(/^Адрес исправлен\. Письмо о заказе ушло на r•••@example\.com\.$/)
})

test('money goes back in parts, and the order says so', async ({ page }) => {
  const orderId = await buyPackage(page, testServer.eventId, '128')
  const number = await readOrderNumber(page)
  // the command only enqueues the refund: a job sends it to the bank
  const expectOrder = (expected: Record<string, unknown>) =>
    expect.poll(async () => (await requestOrder(page, orderId)).json()).toMatchObject(expected)
  await runCommand('refund', number, '--amount', '350')
  await expectOrder({ refundedAmount: { amount: 35_000 } })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Возврат денег' })).toContainText(/Вернули.*350\s₽/)
  await expect(page.getByRole('heading', { level: 2, name: /файл/ })).toBeVisible()
  await runCommand('refund', number)
  await expectOrder({ withdrawnOn: expect.any(String) })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Деньги возвращены' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Скачать/ })).toHaveCount(0)
  await expectAccessible(page, 'a refunded order')
  await page.getByRole('link', { name: 'Ваши заказы' }).click()
  const row = page.getByRole('listitem').filter({ hasText: number })
  await expect(row).toContainText('деньги возвращены')
  await expectAccessible(page, 'the list of orders')
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Деньги возвращены' })).toBeVisible()
})

test('a receipt is kept also where the service worker comes later than the page', async ({ page }) => {
  await buyPackage(page, testServer.eventId, '128')
  const receipt = page.getByRole('link', { name: /^Чек/ })
  await expect.poll(() => isReceiptCached(receipt)).toBe(true)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.unregister()
    await caches.delete('receipts')
  })
  await page.addInitScript({
    content: 'window.controlledAtFirst = navigator.serviceWorker.controller !== null',
  })
  await page.reload()
  expect(await page.evaluate('window.controlledAtFirst')).toBe(false)
  await expect(receipt).toBeVisible()
  await expect.poll(() => isReceiptCached(receipt)).toBe(true)
})

async function ingest(eventId: string, ...files: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'later-photos-'))
  for (const file of files) await copyFile(demoFile(file), join(folder, basename(file)))
  await runCommand('ingest', folder, '--event', eventId, '--manifest', demoFile('photos.json'))
  await rm(folder, { recursive: true })
}

test.describe(() => {
  test.use({ colorScheme: 'dark' })

  test('photos that come after the purchase are marked until they are looked at', async ({ page }) => {
    const eventId = await runCommand('event', 'create', '--title', 'Ночной забег', '--date', '2026-05-02')
    await ingest(eventId, 'photos-a/A001.jpg', 'photos-a/A009.jpg')
    await runCommand('event', 'reopen', '--event', eventId)
    await buyPackage(page, eventId, '128')
    const files = page.getByRole('region', { name: /файл/ })
    await expect(files.getByRole('listitem')).toHaveCount(2)
    await ingest(eventId, 'photos-a/A021.jpg', 'photos-a/A025.jpg')
    await page.reload()
    const newPhotosNotice = page.getByRole('region', { name: '2 новых фото' })
    await expect(newPhotosNotice).toBeVisible()
    await expect(files.getByText('новое', { exact: true })).toHaveCount(2)
    await expectAccessible(page, 'new photos')
    await newPhotosNotice.getByRole('button', { name: 'Смотреть' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()
    await expect(page.getByRole('region', { name: '1 новое фото' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Отметить просмотренными' }).click()
    await expect(page.getByRole('heading', { level: 2, name: '4 файла' })).toBeFocused()
    await expect(files.getByText('новое', { exact: true })).toHaveCount(0)
  })
})
