import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, findByNumber } from './test-server.ts'

/** Finds the pay button of the checkout and of an unpaid order. */
export const findPayButton = (page: Page): Locator => page.getByRole('button', { name: /^Оплатить/ })

/** Finds the button of the results that buys all photos of the runner at the lowest price; a dock may repeat it. */
export const findBuyAllButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Все \d+ фото|Купить фото) — / }).first()

/** Goes from the results to a cart with all photos of the runner; skips the checkout, which opens if the network allows. */
export async function addAllToCart(page: Page): Promise<void> {
  await findBuyAllButton(page).click()
  await expect(page).toHaveURL(/\/(order|cart)$/)
  if (page.url().endsWith('/order')) await page.getByRole('link', { name: /^Корзина/ }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible()
}

/** Goes from the start number to a cart with the package. */
export async function addPackageToCart(page: Page): Promise<void> {
  await findByNumber(page)
  await addAllToCart(page)
}

/** Returns an unused e-mail: a package is sold to an e-mail only once. */
export const createEmail = (name = 'andrei'): string => `${name}-${randomUUID().slice(0, 8)}@example.com`

/** Goes from the cart, or the checkout itself, to a complete checkout. */
export async function fillCheckout(page: Page, email = createEmail()): Promise<void> {
  const checkoutLink = page.getByRole('link', { name: /^Оформить/ })
  const emailField = page.getByRole('textbox', { name: /^Куда прислать (файлы|чек)$/ })
  await checkoutLink.or(emailField).first().waitFor()
  if (await checkoutLink.isVisible()) await checkoutLink.click()
  await expect(page).toHaveURL('/order')
  await emailField.fill(email)
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await expect(findPayButton(page)).toBeEnabled()
}

/** Chooses the outcome on the page of the sandbox bank. */
export async function chooseAtBank(
  page: Page,
  answer: 'Оплатить' | 'Отклонить платёж' | 'Промолчать',
): Promise<void> {
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  await page.getByRole('button', { name: answer }).click()
}

/** Checks that the order is paid and its files are shown. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
}
