import type { Page } from '@playwright/test'
import { listRecipients, readOrderLinkInEmail } from './command.ts'
import {
  addPackageToCart,
  chooseAtBank,
  createEmail,
  expectPaid,
  fillCheckout,
  findPayButton,
} from './purchase-steps.ts'
import { expect, openContext, test } from './test-server.ts'

const phone = { viewport: { width: 390, height: 844 }, locale: 'ru-RU' }

/** Buys a package; returns the order's id. */
async function buyPackage(page: Page, email: string): Promise<string> {
  await addPackageToCart(page)
  await fillCheckout(page, email)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('an order opens in another browser by the link of its letter, not by its address', async ({
  page,
  browser,
}) => {
  const email = createEmail('olga')
  const orderId = await buyPackage(page, email)
  const { origin } = new URL(page.url())
  await page.reload()
  await expectPaid(page)
  await expect.poll(() => listRecipients(orderId)).toEqual([email])
  const other = await (await openContext(browser, phone)).newPage()
  const file = other.getByRole('button', { name: /^Скачать: .+, \d\d:\d\d$/ }).first()

  await test.step('its address shows nothing, and the letter can be sent to the buyer', async () => {
    const response = await other.goto(`${origin}/order/${orderId}`)
    expect(await response?.text()).not.toContain(email.slice(1))
    await expect(other.getByRole('heading', { level: 1, name: 'Заказ здесь не открыт' })).toBeVisible()
    await expect(file).toBeHidden()
    await other.getByRole('button', { name: 'Прислать письмо ещё раз' }).click()
    await expect(other.getByText('Письмо ушло на почту, указанную в заказе.')).toBeVisible()
    await expect.poll(() => listRecipients(orderId)).toEqual([email, email])
  })

  await test.step('the link of the letter opens it, and it stays open without the key', async () => {
    const link = await readOrderLinkInEmail(orderId)
    expect(link.hash).toMatch(/^#key=[\w-]{43}$/)
    await other.goto(origin + link.pathname + link.hash)
    await expectPaid(other)
    await expect(file).toBeVisible()
    expect(new URL(other.url()).hash).toBe('')
    await other.reload()
    await expectPaid(other)
    await expect(file).toBeVisible()
  })

  await test.step('its receipt opens in a new tab, which sends no device key', async () => {
    const href = (await other.getByRole('link', { name: /^Чек/ }).getAttribute('href')) ?? ''
    const address = new URL(href, origin)
    expect((await other.request.get(address.href)).status()).toBe(200)
    address.searchParams.delete('key')
    expect((await other.request.get(address.href)).status()).toBe(404)
  })
  await other.context().close()
})
