import type { Locator, Page } from '@playwright/test'
import { createEmail, expectPaid, findBuyAllButton, findPayButton } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block' })

/** Creates a counter of taps; typing into a focused field does not count. */
function createTapCounter() {
  let count = 0
  return {
    tap: async (target: Locator) => {
      count++
      await target.tap()
    },
    count: () => count,
  }
}

const typeInto = async (page: Page, field: Locator, text: string) => {
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
}

test('from the link of an event to a paid order in six taps, with an email that the device knows', {
  tag: '@core',
}, async ({ page }) => {
  await page.addInitScript((email) => localStorage.setItem('email', email), createEmail())
  const { tap, count } = createTapCounter()
  await page.goto(`/event/${testServer.eventId}`)

  await tap(page.getByRole('button', { name: 'По номеру или фамилии' }))
  await typeInto(page, page.getByRole('combobox', { name: 'Номер или фамилия' }), '128')
  await tap(page.getByRole('button', { name: 'Найти', exact: true }))
  await tap(findBuyAllButton(page))
  await expect(page).toHaveURL('/order')
  await expect(page.getByText('Не то фото — вернём деньги')).toBeVisible()
  await expect(page.getByText('Продавец: ООО «Фотофиниш», ИНН 7800000000')).toBeVisible()
  await tap(page.getByRole('checkbox', { name: /Принимаю оферту/ }))
  await tap(findPayButton(page))
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  await tap(page.getByRole('button', { name: 'Оплатить' }))
  await expectPaid(page)
  expect(count()).toBeLessThanOrEqual(6)
})
