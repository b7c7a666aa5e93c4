import { expect, test, testServer } from './test-server.ts'

/** Every address without a redirect; titles belong to pages, so aliases may share one. */
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
].map((path) => path.replace('ID', testServer.eventId))

/** Addresses of named routes; only these have a footer. */
const pathsWithFooter = new Set([
  ...['/cart', '/order/nothing', '/preorder/nothing', '/contacts'],
  ...['/for-photographers', '/for-organizers', '/for-business'],
  ...['/my-account', '/my-account/orders', '/my-account/order/nothing'],
])

test('every address opens directly and after a reload, with its own title; others lead home', async ({
  page,
}) => {
  test.slow()
  expect((await page.goto('/nowhere/at-all'))?.status()).toBe(404)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Такого адреса нет. Вот главная страница.')).toBeVisible()
  const homeTitle = 'Найдите себя на финише — Photofinish'
  await expect(page).toHaveTitle(homeTitle)
  for (const path of addresses) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect.soft(page, path).toHaveTitle(/^.+ — Photofinish$/)
    await expect.soft(page, path).not.toHaveTitle(homeTitle)
    await expect.soft(page.getByRole('contentinfo'), path).toHaveCount(pathsWithFooter.has(path) ? 1 : 0)
  }
  await page.goto(`/search/${testServer.eventId}/128/video`)
  await expect(page).toHaveURL(`/event/${testServer.eventId}/video?number=128`)
  await page.goto('/for-organizers')
  await page.reload()
  await expect(page).toHaveTitle('Организаторам — Photofinish')
})

test('the language changes without leaving the page, and a form hides the bar', async ({ page }) => {
  await page.goto('/for-organizers')
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('banner').getByRole('combobox', { name: 'Язык' }).selectOption({ label: 'English' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'A finish takes a second, photos last for years',
  )
  await expect(page).toHaveTitle('For organizers — Photofinish')
  await expect(page).toHaveURL('/for-organizers')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)

  await expect(page.locator('header')).toBeVisible()
  await page.getByRole('button', { name: 'Discuss an event' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Discuss an event' })).toBeVisible()
  await expect(page.locator('body > #root > header')).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('body > #root > header')).toBeVisible()
})

test('returning to the camera shows its page without a layout shift', async ({ page }) => {
  await page.addInitScript({
    content: `new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved = (window.moved ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })`,
  })
  await page.goto(`/event/${testServer.eventId}/selfie`)
  await expect(page.getByRole('button', { name: 'Принять и открыть камеру' })).toBeVisible()
  expect(await page.evaluate('window.moved ?? 0')).toBeLessThan(0.02)
})

test('the bar is 56 px high with a drawer below 1200 px, and 64 px with the menu in it from there on', async ({
  page,
}) => {
  await page.goto('/contacts')
  const bar = page.locator('body > #root > header')
  const menu = bar.getByRole('navigation', { name: 'Главное меню' })
  for (const [width, height, isWide] of [
    [767, 56, false],
    [768, 56, false],
    [1199, 56, false],
    [1200, 64, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(menu).toBeVisible({ visible: isWide })
    await expect(bar.getByRole('button', { name: 'Меню' })).toBeVisible({ visible: !isWide })
    // without its border
    expect([width, await bar.evaluate(({ clientHeight }) => clientHeight)]).toEqual([width, height])
  }
})
