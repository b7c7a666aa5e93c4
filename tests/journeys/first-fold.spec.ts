import type { Page } from '@playwright/test'
import { readTenantLanguages } from '../support/server/tenant-languages.ts'
import { findBuyAllButton } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block' })

const findPhotos = (page: Page, label: string) =>
  page.getByRole('list', { name: label }).getByRole('listitem')

/** Returns how far below the top of the window the first photo begins, in px. */
async function measureFirstPhoto(page: Page, label: string): Promise<number> {
  const first = findPhotos(page, label).first()
  await expect(first.getByRole('img')).toBeVisible()
  const box = await first.boundingBox()
  return box?.y ?? Number.POSITIVE_INFINITY
}

const screens = [
  ['a phone', { width: 390, height: 844 }, 844 / 2],
  ['a phone in landscape', { width: 844, height: 390 }, 390 * 0.8],
  ['a small phone in landscape', { width: 667, height: 375 }, 375 * 0.8],
  ['a desktop', { width: 1440, height: 900 }, 900 / 2],
] as const

for (const [screen, viewport, limit] of screens) {
  test.describe(screen, () => {
    test.use({ viewport })

    test(`${screen}: the first photos of results and of an album are seen without scrolling`, async ({
      page,
    }) => {
      await page.goto(`/search/${testServer.eventId}/128`)
      await expect(findBuyAllButton(page)).toBeVisible()
      expect(await measureFirstPhoto(page, 'Ваши фото')).toBeLessThanOrEqual(limit)
      await page.goto(`/event/${testServer.eventId}`)
      expect(await measureFirstPhoto(page, 'Фото события')).toBeLessThanOrEqual(limit)
      // all cost the same: the plate says how much
      await expect(page.getByRole('list', { name: 'Фото события' })).not.toContainText('₽')
    })
  })
}

for (const language of readTenantLanguages('default'))
  test(`the tabs of an event are seen whole on a phone, in ${language}`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('appLanguage', chosen), language)
    // the address of the videos has their tab even where there are none
    await page.goto(`/event/${testServer.eventId}/video`)
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveCount(4)
    await page.evaluate(() => document.fonts.ready)
    const box = await tabs.last().boundingBox()
    expect(Math.ceil((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(390)
  })

test('scrolled results offer all photos in a dock, which leads to the checkout', async ({ page }) => {
  await page.goto(`/search/${testServer.eventId}/128`)
  const dock = page.getByRole('region', { name: 'Купить все свои фото' })
  await expect(findBuyAllButton(page)).toBeVisible()
  const label = await findBuyAllButton(page).textContent()
  await expect(dock).toHaveCount(0)
  await page.getByRole('heading', { name: 'Нашли не все?' }).scrollIntoViewIfNeeded()
  await expect(dock.getByRole('button')).toHaveText(label ?? '')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(dock).toHaveCount(0)
  await page.getByRole('heading', { name: 'Нашли не все?' }).scrollIntoViewIfNeeded()
  await dock.getByRole('button').tap()
  await expect(page).toHaveURL('/order')
})
