import type { Page } from '@playwright/test'
import { answerAtBank, buyAllButton, expectPaid, fillCheckout, payButton } from './buying.ts'
import { expect, findByNumber, test } from './world.ts'

test.use({ serviceWorkers: 'block' })

const ownPhotos = (page: Page) => page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')

/** Puts the first photos of the results into the cart, one by one. */
async function putPhotosIntoCart(page: Page, number: string, count: number): Promise<void> {
  await findByNumber(page, number)
  for (let at = 0; at < count; at++)
    await ownPhotos(page)
      .nth(at)
      .getByRole('button', { name: /^Выбрать/ })
      .click()
  await page
    .getByRole('button', { name: /^В корзину/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page).toHaveURL('/cart')
}

/** Pays the cart by card; the bank must show the sum. */
async function payByCard(page: Page, sum: RegExp): Promise<void> {
  await fillCheckout(page)
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await expect(payButton(page).first()).toHaveText(sum)
  await payButton(page).first().click()
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  await expect(page.getByText(sum).first()).toBeVisible()
  await answerAtBank(page, 'Оплатить')
  await expectPaid(page)
}

const total = (page: Page) => page.locator('dd[data-total]').filter({ visible: true }).first()

for (const { count, sum, saved } of [
  { count: 1, sum: /390(,00)?\s₽/ },
  { count: 2, sum: /780(,00)?\s₽/ },
  { count: 4, sum: /1\s320(,00)?\s₽/ },
  { count: 8, sum: /1\s990(,00)?\s₽/, saved: /^На 170\s₽ дешевле, чем по одной$/ },
])
  test(`${count} photos of a runner cost what the cheapest way costs, in the cart and at the bank`, async ({
    page,
  }) => {
    await putPhotosIntoCart(page, '128', count)
    await expect(total(page)).toHaveText(sum)
    await expect(page.locator('s, del')).toHaveCount(0)
    if (saved) await expect(page.getByText(saved).filter({ visible: true }).first()).toBeVisible()
    else await expect(page.getByText(/дешевле, чем по одной/)).toHaveCount(0)
    await payByCard(page, sum)
  })

test('after the package the photos of the runner are bought, and one of another runner has its own price', async ({
  page,
}) => {
  await findByNumber(page, '128')
  await buyAllButton(page).click()
  await payByCard(page, /1\s990(,00)?\s₽/)

  await findByNumber(page, '128')
  await expect(page.getByRole('link', { name: 'Куплено · открыть' }).first()).toBeVisible()
  await expect(
    ownPhotos(page)
      .first()
      .getByRole('button', { name: /^Выбрать/ }),
  ).toHaveCount(0)

  await page
    .getByRole('link', { name: /^Все фото/ })
    .first()
    .click()
  const others = page
    .getByRole('list', { name: 'Фото события' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Выбрать/ }) })
  await others
    .first()
    .getByRole('button', { name: /^Выбрать/ })
    .click()
  await page
    .getByRole('button', { name: /^В корзину/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(total(page)).toHaveText(/390(,00)?\s₽/)
  await payByCard(page, /390(,00)?\s₽/)
})
