import type { Browser, Page } from '@playwright/test'
import { chooseAtBank, createEmail, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, findByNumber, openContext, test } from './test-server.ts'

/** Creates a link to the runner's photos. */
async function createShareLink(page: Page, number?: string) {
  await findByNumber(page, number)
  const ownPhotoCount = await page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').count()
  await page.getByRole('button', { name: 'Поделиться' }).click()
  const sheet = page.getByRole('dialog', { name: 'Показать друзьям' })
  await sheet.getByRole('button', { name: 'Создать ссылку' }).click()
  const link = await sheet.getByLabel('Ссылка', { exact: true }).inputValue()
  return { own: ownPhotoCount, sheet, link }
}

/** Opens a link on another phone. */
async function openOnOtherPhone(
  browser: Browser,
  baseURL: string | undefined,
  link: string,
  name = 'Андрей',
): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const parentContext = await openContext(browser, { baseURL, locale: 'ru-RU', viewport })
  const parent = await parentContext.newPage()
  await parent.goto(link)
  await expect(parent.getByRole('heading', { level: 1, name: `${name} на финише` })).toBeVisible()
  return parent
}

test('a parent buys all photos under a link on another phone', async ({ page, browser, baseURL }) => {
  const { own: ownPhotoCount, link } = await createShareLink(page)
  const parent = await openOnOtherPhone(browser, baseURL, link)
  await expect(parent.getByText('1:33:41')).toBeVisible()
  const shared = parent.getByRole('list', { name: 'Андрей на финише' })
  await expect(shared.getByRole('listitem')).toHaveCount(ownPhotoCount)
  await shared.getByRole('listitem').first().getByRole('button').first().click()
  const viewer = parent.getByRole('dialog', { name: 'Просмотр фото' })
  await expect(viewer.getByRole('img').first()).toBeVisible()
  // only the runner may confirm their photos
  await expect(viewer.getByRole('button', { name: 'Это я' })).toHaveCount(0)
  await parent.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  // another journey may have bought the photos of this number before
  await parent.getByRole('button', { name: new RegExp(`^Купить (и )?себе, все ${ownPhotoCount} — `) }).click()
  await fillCheckout(parent, createEmail('parent'))
  await findPayButton(parent).click()
  await chooseAtBank(parent, 'Оплатить')
  await expectPaid(parent)
  const files = parent.getByRole('region', { name: /^\d+ файл/ }).getByRole('listitem')
  await expect(files).toHaveCount(ownPhotoCount)
  await parent.goto(link)
  await expect(parent.getByRole('link', { name: 'Куплено · открыть', exact: true })).toBeVisible()
  await parent.context().close()
})

test('a parent gives all photos under a link: the runner has the files, the parent the receipt', async ({
  page,
  browser,
  baseURL,
}) => {
  // no other journey buys the photos of this number
  const { own: ownPhotoCount, link } = await createShareLink(page, '655')
  const parent = await openOnOtherPhone(browser, baseURL, link, 'Анна')
  await parent
    .getByRole('button', { name: new RegExp(`^Подарить все ${ownPhotoCount} — `) })
    .first()
    .click()
  await fillCheckout(parent, createEmail('parent'))
  await parent.getByRole('textbox', { name: 'Подпись, если хотите' }).fill('Горжусь. Мама')
  await findPayButton(parent).click()
  await chooseAtBank(parent, 'Оплатить')
  await expect(parent.getByRole('heading', { level: 1, name: /Подарок\s+передан/ })).toBeVisible()
  await expect(parent.getByRole('region', { name: /^\d+ файл/ })).toHaveCount(0)
  await parent.context().close()

  await page.reload()
  const open = page.getByRole('link', { name: 'Куплено · открыть', exact: true }).first()
  await expect(open).toBeVisible()
  await open.click()
  await expect(page.getByRole('heading', { level: 1, name: /Подарок\.\s+Фото ваши/ })).toBeVisible()
  await expect(page.getByText('Горжусь. Мама')).toBeVisible()
  const files = page.getByRole('region', { name: /^\d+ файл/ }).getByRole('listitem')
  await expect(files).toHaveCount(ownPhotoCount)
})

test('a link that is taken back shows no more photos', async ({ page, browser, baseURL }) => {
  const { sheet, link } = await createShareLink(page)
  const parent = await openOnOtherPhone(browser, baseURL, link)
  await sheet.getByRole('button', { name: 'Отозвать ссылку' }).click()
  await expect(sheet).toBeHidden()
  await parent.goto(link)
  await expect(parent.getByRole('heading', { level: 1, name: 'Ссылка не действует' })).toBeVisible()
  await parent.context().close()
})
