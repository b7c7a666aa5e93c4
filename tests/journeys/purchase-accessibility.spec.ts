import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { addPackageToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

async function expectAccessible(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect.soft(await findAccessibilityViolations(page), name).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme })

    test(`every step of a purchase is open to everyone (${colorScheme})`, async ({ page }) => {
      test.slow()
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
      await expectAccessible(page, 'home')
      await page.goto(`/event/${testServer.eventId}`)
      await expect(page.getByRole('list', { name: 'Фото события' })).toBeVisible()
      await expectAccessible(page, 'event')
      await page.getByRole('listitem').first().getByRole('button').first().click()
      await expect(page.getByRole('dialog', { name: 'Просмотр фото' })).toBeVisible()
      await expectAccessible(page, 'lightbox')
      await page.goto(`/event/${testServer.eventId}/selfie`)
      await expect(page.getByRole('heading', { name: 'Поиск по лицу' })).toBeVisible()
      await expectAccessible(page, 'consent')
      await page.goto(`/search/${testServer.eventId}/128`)
      await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
      await expectAccessible(page, 'results')
      await addPackageToCart(page)
      await expectAccessible(page, 'cart')
      await fillCheckout(page)
      await expectAccessible(page, 'checkout')
      await findPayButton(page).click()
      await chooseAtBank(page, 'Отклонить платёж')
      await expect(page.getByRole('heading', { level: 1, name: 'Оплата не прошла' })).toBeVisible()
      await expectAccessible(page, 'declined')
      await findPayButton(page).click()
      await chooseAtBank(page, 'Оплатить')
      await expectPaid(page)
      await expectAccessible(page, 'order')
    })
  })
}
