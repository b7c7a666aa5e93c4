import { expect, test } from './test-server.ts'

// a chunk with a regular expression that the browser does not support, and one that does not load
const brokenAnswers = {
  'does not parse': { contentType: 'text/javascript', body: 'export const broken = /(?<unknown/' },
  'returns 404': { status: 404, contentType: 'text/plain', body: '' },
}

for (const [fault, answer] of Object.entries(brokenAnswers))
  test(`a deferred chunk that ${fault} shows an error, and the page works`, async ({
    page,
    pageProblems,
  }) => {
    await page.route(/\/assets\/late-[^/]+\.js$/, (route) => route.fulfill(answer))
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText('Не загрузилась часть приложения')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Обновить' })).toBeVisible()
    expect(pageProblems.errors.splice(0)).toEqual([
      expect.stringMatching(/^Starting the deferred parts failed/),
    ])

    await page
      .getByRole('link', { name: /Три моста/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Три моста/ })).toBeVisible()
  })
