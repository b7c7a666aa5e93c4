import { expect, test, testServer } from './test-server.ts'

// SSR is for the kind of device that the header names
const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block', userAgent })

/** Highest sum of shifts that the pages may have, as in lighthouserc.json. */
const maxShift = 0.02

for (const [title, path, button] of [
  ['home', '/', 'Меню'],
  ['an event', `/event/${testServer.eventId}`, 'Меню'],
  ['the consent', `/event/${testServer.eventId}/selfie`, 'Принять и открыть камеру'],
  ['results', `/search/${testServer.eventId}/128`, 'Меню'],
  ['the empty cart', '/cart', 'Меню'],
  ['the page for organizers', '/for-organizers', 'Меню'],
] as const)
  test(`${title} in fonts of the system does not move when its own fonts arrive`, async ({ page }) => {
    await page.addInitScript({
      content: `new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved = (window.moved ?? 0) + entry.value
      }).observe({ type: 'layout-shift', buffered: true })`,
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let heldCount = 0
    await page.route('**/fonts/*.woff2', async (route) => {
      heldCount++
      await released
      await route.continue()
    })
    // the fonts hold back the load event
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: button }).first()).toBeEnabled()
    expect(heldCount).toBeGreaterThan(0)
    const countLoadedFonts = () =>
      page.evaluate(
        () =>
          [...document.fonts].filter(
            ({ family, status }) => /^"?PF (Text|Display)"?$/.test(family) && status === 'loaded',
          ).length,
      )
    expect(await countLoadedFonts()).toBe(0)
    release()
    await expect.poll(countLoadedFonts).toBeGreaterThan(1)
    await page.evaluate('document.fonts.ready')
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    expect(await page.evaluate('window.moved ?? 0')).toBeLessThan(maxShift)
  })
