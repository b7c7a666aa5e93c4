import { expect, test } from './test-server.ts'

test.use({ serviceWorkers: 'block' })

for (const [locale, lead] of [
  ['ru-RU', /^Сделайте селфи/],
  ['en-US', /^Take a selfie/],
] as const)
  test.describe(`the home page in ${locale}`, () => {
    test.use({ locale })

    for (const width of [1200, 1440, 1920])
      test(`its text is above the runners in a window of ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/')
        const textBox = await page.getByText(lead).boundingBox()
        const runners = page.locator('.pf-finish-wide use')
        await expect(runners.first()).toBeVisible()
        const tops = await runners.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
        expect(Math.min(...tops)).toBeGreaterThanOrEqual((textBox?.y ?? Infinity) + (textBox?.height ?? 0))
      })
  })
