import type { Page } from '@playwright/test'
import { expect, test, testServer } from './test-server.ts'

const findAlbum = (page: Page) => page.getByRole('list', { name: 'Фото события' })
const findLightbox = (page: Page) => page.getByRole('dialog', { name: 'Просмотр фото' })

test.beforeEach(async ({ page }) => {
  await page.goto(`/event/${testServer.eventId}`)
  await expect(findAlbum(page).getByRole('listitem').first().getByRole('img')).toBeVisible()
})

/** Returns the position of the focused photo in the album, starting at 1. */
const readFocusedPosition = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset'))

test('arrows walk over the photos, and the page scrolls along to the last one', async ({ page }) => {
  const first = findAlbum(page).getByRole('listitem').first()
  const count = Number(await first.getAttribute('aria-setsize'))
  await first.getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => readFocusedPosition(page)).toBe('2')
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => Number(await readFocusedPosition(page))).toBeGreaterThan(2)
  await page.keyboard.press('End')
  await expect.poll(() => readFocusedPosition(page)).toBe(String(count))
  await expect(page.locator(`[aria-posinset="${count}"]`).getByRole('img')).toBeInViewport()
  await page.keyboard.press('Home')
  await expect.poll(() => readFocusedPosition(page)).toBe('1')
  await expect(first.getByRole('img')).toBeInViewport()
})

test('the whole album is one tab stop', async ({ page }) => {
  // photos are selectable once the price is known
  await expect(findAlbum(page).getByRole('listitem').first().getByRole('button')).toHaveCount(2)
  await findAlbum(page).getByRole('listitem').first().getByRole('button').first().focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => readFocusedPosition(page)).toBe('1')
  await page.keyboard.press('Tab')
  await expect.poll(() => readFocusedPosition(page)).toBeUndefined()
})

test('a photo opens over the album, arrows turn it, and Back closes it', async ({ page }) => {
  await findAlbum(page).getByRole('listitem').first().getByRole('button').first().click()
  await expect(page).toHaveURL(/\?photo=[\w-]+&at=0$/)
  await expect(findLightbox(page)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/&at=1$/)
  await expect(findLightbox(page).getByText(/^2 из \d+$/)).toBeVisible()
  await page.goBack()
  await expect(findLightbox(page)).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
})

test('Back leads to the place in the album that was left after a photo was looked at', async ({ page }) => {
  await findAlbum(page).getByRole('listitem').first().getByRole('button').first().click()
  await expect(findLightbox(page)).toBeVisible()
  await page.goBack()
  await expect(findLightbox(page)).toBeHidden()
  const readScrollTop = () =>
    page.evaluate(() => Math.round(-(document.querySelector('main')?.getBoundingClientRect().top ?? 0)))
  await page.evaluate(() => scrollTo({ top: 240, behavior: 'instant' }))
  const scrollTopBefore = await readScrollTop()
  expect(scrollTopBefore).toBeGreaterThan(100)
  // a mouse click would scroll the page first
  await page.getByRole('link', { name: 'Корзина' }).evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/cart')
  await page.goBack()
  await expect.poll(readScrollTop).toBe(scrollTopBefore)
})

test('the address of an opened photo opens the same photo elsewhere', async ({ page, context }) => {
  await findAlbum(page).getByRole('listitem').nth(3).getByRole('button').first().click()
  await expect(page).toHaveURL(/&at=3$/)
  const picture = await findLightbox(page).locator('[data-picture]').getAttribute('src')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(findLightbox(other).locator('[data-picture]')).toHaveAttribute('src', picture ?? '')
  await findLightbox(other).getByRole('button', { name: 'Закрыть' }).click()
  await expect(findLightbox(other)).toBeHidden()
  await expect(other).toHaveURL(`/event/${testServer.eventId}`)
})
