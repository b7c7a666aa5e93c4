import { expect, test, world } from './world.ts'

/** Every address that stays as it is; titles are of pages, so aliases may share one. */
const addresses = [
  '/event/ID',
  '/event/ID/photos',
  '/event/ID/video',
  '/search',
  '/search/ID/128',
  '/cart',
  '/order',
  '/order-complete',
  '/order-failed',
  '/order/nothing',
  '/preorder/nothing',
  '/my-account',
  '/my-account/orders',
  '/my-account/order/nothing',
  '/contacts',
  '/for-photographers',
  '/for-organizers',
  '/for-business',
].map((path) => path.replace('ID', world.eventId))

test('every address opens by itself and after a reload, under a title of its own; others lead home', async ({
  page,
}) => {
  test.slow()
  await page.goto('/nowhere/at-all')
  await expect(page).toHaveURL('/')
  const home = 'Найдите себя на финише — Photofinish'
  await expect(page).toHaveTitle(home)
  for (const path of addresses) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect.soft(page, path).toHaveTitle(/^.+ — Photofinish$/)
    await expect.soft(page, path).not.toHaveTitle(home)
  }
  await page.goto(`/search/${world.eventId}/128/video`)
  await expect(page).toHaveURL(`/event/${world.eventId}/video?number=128`)
  await page.goto('/for-organizers')
  await page.reload()
  await expect(page).toHaveTitle('Организаторам — Photofinish')
})

test('the language changes where she is, and the bar gives way to a form', async ({ page }) => {
  await page.goto('/for-organizers')
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('banner').getByRole('combobox', { name: 'Язык' }).selectOption({ label: 'English' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'A finish takes a second, photos last for years',
  )
  await expect(page).toHaveTitle('For organizers — Photofinish')
  await expect(page).toHaveURL('/for-organizers')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)

  await expect(page.locator('header')).toBeVisible()
  await page.getByRole('button', { name: 'Discuss an event' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Discuss an event' })).toBeVisible()
  await expect(page.locator('body > #root > header')).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('body > #root > header')).toBeVisible()
})

test('whoever comes back to the camera sees its page where it stays, not lower by a bar that then goes', async ({
  page,
}) => {
  await page.addInitScript({
    content: `new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved = (window.moved ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })`,
  })
  await page.goto(`/event/${world.eventId}/selfie`)
  await expect(page.getByRole('button', { name: 'Согласен, открыть камеру' })).toBeVisible()
  expect(await page.evaluate('window.moved ?? 0')).toBeLessThan(0.02)
})
