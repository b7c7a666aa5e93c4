import type { Page } from '@playwright/test'
import { addPackageToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, openContext, test, testServer } from './test-server.ts'

const findGiftRow = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Промокод в подарок' })

/** Buys two codes for the half marathon as a company; returns them. */
async function buyTwoCodes(page: Page): Promise<string[]> {
  await page.goto(`/event/${testServer.eventId}`)
  await page.getByRole('link', { name: 'Фото в подарок команде' }).click()
  await expect(page).toHaveURL(`/gift/${testServer.eventId}`)
  const count = page.getByRole('textbox', { name: 'Сколько промокодов' })
  await count.fill('3')
  await page.getByRole('button', { name: 'На один меньше' }).click()
  await expect(count).toHaveValue('2')
  await page.getByRole('textbox', { name: 'Куда прислать промокоды' }).fill('office@example.com')
  await page.getByRole('button', { name: /^В корзину за/ }).click()
  await expect(page).toHaveURL('/cart')
  await expect(findGiftRow(page).getByRole('textbox', { name: 'Сколько промокодов' })).toHaveValue('2')
  await expect(page.getByText('Ещё 8 промокодов, и каждый будет по 1 790 ₽.')).toBeVisible()
  await fillCheckout(page, 'office@example.com')
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expect(page.getByRole('heading', { level: 2, name: 'Подарочные коды' })).toBeVisible()
  const codes = page.getByRole('list', { name: 'Полумарафон «Три моста»' }).getByRole('listitem')
  await expect(codes).toHaveCount(2)
  return codes.allInnerTexts()
}

async function applyCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Промокод' }).fill(code)
  await page.getByRole('button', { name: 'Применить' }).click()
}

test('a company buys two gift codes; a runner gets all photos with one for free, once', async ({
  page,
  browser,
}) => {
  const [code = ''] = await test.step('a company buys', () => buyTwoCodes(page))

  const runnerContext = await openContext(browser, {
    baseURL: testServer.url,
    locale: 'ru-RU',
    hasTouch: true,
  })
  const runnerPage = await runnerContext.newPage()
  await test.step('a runner uses one: no bank, and the files are there', async () => {
    await addPackageToCart(runnerPage)
    await applyCode(runnerPage, code.toLowerCase())
    await runnerPage.getByRole('link', { name: 'Оформить бесплатно' }).click()
    await runnerPage.getByRole('textbox', { name: 'Куда прислать файлы' }).fill('andrei@example.com')
    await runnerPage.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
    await expect(runnerPage.getByRole('radio')).toHaveCount(0)
    await runnerPage.getByRole('button', { name: 'Получить бесплатно' }).click()
    await expectPaid(runnerPage)
    await expect(runnerPage.getByRole('button', { name: /^Скачать: .+, \d\d:\d\d$/ }).first()).toBeVisible()
  })

  await runnerContext.close()

  await test.step('it cannot be used again', async () => {
    const otherContext = await openContext(browser, {
      baseURL: testServer.url,
      locale: 'ru-RU',
      hasTouch: true,
    })
    const otherPage = await otherContext.newPage()
    await addPackageToCart(otherPage)
    await applyCode(otherPage, code)
    await expect(otherPage.getByText('Промокод уже использован полностью.')).toBeVisible()
    await expect(otherPage.getByRole('link', { name: /^Оформить/ })).toBeVisible()
    await otherContext.close()
  })
})

test('gift codes are one item in the cart, counted up and down and put back', async ({ page }) => {
  await page.goto(`/gift/${testServer.eventId}?quantity=9`)
  await page.getByRole('textbox', { name: 'Куда прислать промокоды' }).fill('office@example.com')
  await page.getByRole('textbox', { name: 'Разослать участникам' }).fill('anna@example.com, boris@example')
  await page.getByRole('button', { name: /^В корзину за/ }).click()
  await expect(page.getByText('Проверьте почту «boris@example»: письмо не дойдёт.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Разослать участникам' }).fill('anna@example.com')
  await page.getByRole('button', { name: /^В корзину за/ }).click()
  await expect(page).toHaveURL('/cart')
  const count = findGiftRow(page).getByRole('textbox', { name: 'Сколько промокодов' })
  await expect(count).toHaveValue('9')
  await expect(page.getByRole('link', { name: /^Корзина/ })).toHaveAccessibleName(/1/)
  await expect(page.getByText('Подарок для anna@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'На один больше' }).click()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toHaveAccessibleName(/17\s900/)
  await page.getByRole('button', { name: 'На один меньше' }).click()
  await page.getByRole('button', { name: 'На один меньше' }).click()
  await expect(count).toHaveValue('8')
  await expect(page.getByRole('link', { name: /^Оформить/ })).toHaveAccessibleName(/^Оформить\s15\s920/)
  await expect(page.getByText('Подарок для anna@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Удалить «Промокод в подарок»' }).click()
  await expect(findGiftRow(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(count).toHaveValue('8')
})
