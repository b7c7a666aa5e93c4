import type { Locator, Page } from '@playwright/test'
import { expect, findByNumber } from './world.ts'

/** The red button at the foot of the checkout and of an unpaid order. */
export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^Оплатить/ })

/** From the start number to a cart with the package. */
export async function putPackageIntoCart(page: Page): Promise<void> {
  await findByNumber(page)
  await page.getByRole('button', { name: 'Купить все' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible()
}

/** From the cart to a checkout that only waits to be paid. */
export async function fillCheckout(page: Page, email = 'andrei@example.com'): Promise<void> {
  await page.getByRole('link', { name: /^Оформить/ }).click()
  await expect(page).toHaveURL('/order')
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill(email)
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await expect(payButton(page)).toBeEnabled()
}

/** What the buyer lets the bank answer. */
export async function answerAtBank(
  page: Page,
  answer: 'Оплатить' | 'Отклонить платёж' | 'Промолчать',
): Promise<void> {
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  await page.getByRole('button', { name: answer }).click()
}

/** The paid order, with its files. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
}
