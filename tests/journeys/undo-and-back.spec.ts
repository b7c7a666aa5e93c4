import { addPackageToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, test } from './test-server.ts'

test('what was taken out of the cart is put back', async ({ page }) => {
  await addPackageToCart(page)
  await page.getByRole('button', { name: 'Удалить «Все фото со мной»' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(page.getByRole('heading', { name: 'Все фото со мной' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
})

test('Back from the bank leads to the order that waits, and it is paid from there', async ({ page }) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  await findPayButton(page).click()
  await expect(page).toHaveURL(/\/bank\//)
  const bankPage = page.url()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Заказ ждёт оплаты' })).toBeVisible()
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
  await findPayButton(page).click()
  await expect(page).toHaveURL(bankPage)
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
})
