import { expect, test } from './test-server.ts'

// a chunk with a regular expression that the browser does not support, and one that does not load
const brokenAnswers = {
  'does not parse': { contentType: 'text/javascript', body: 'export const broken = /(?<unknown/' },
  'is not there': { status: 404, contentType: 'text/plain', body: '' },
}

for (const [fault, answer] of Object.entries(brokenAnswers))
  test(`where the code of the late parts ${fault}, the page says so and works`, async ({ page, noise }) => {
    await page.route(/\/assets\/late-[^/]+\.js$/, (route) => route.fulfill(answer))
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText('Не загрузилась часть приложения')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Обновить' })).toBeVisible()
    expect(noise.errors.splice(0)).toEqual([expect.stringMatching(/^Starting the late parts failed/)])

    await page
      .getByRole('link', { name: /Три моста/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Три моста/ })).toBeVisible()
  })
