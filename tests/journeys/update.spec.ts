import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { answerAtBank, payButton } from './buying.ts'
import { putPhotoIntoCart, readVersion, test } from './deploys.ts'

// servers are started and stopped
test.describe.configure({ timeout: 180_000 })

/** Records failures of the pages' code, and which files were fetched. */
function watchCode(page: Page) {
  const seen = { failed: [] as string[], fetched: [] as string[] }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/assets/')) return
    seen.fetched.push(pathname.slice('/assets/'.length))
    if (response.status() !== 200) seen.failed.push(`${response.status()} ${pathname}`)
  })
  page.on('pageerror', (error) => seen.failed.push(error.message))
  page.on('requestfailed', (request) => {
    if (request.url().includes('/assets/')) seen.failed.push(request.url())
  })
  return seen
}

async function fillCheckoutHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Оформить/ }).click()
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill('andrei@example.com')
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await expect(payButton(page)).toBeEnabled()
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page with an open cart continues to the payment with the code of its build', async ({
    page,
    deploys,
  }) => {
    const code = watchCode(page)
    await putPhotoIntoCart(page, deploys)
    const before = new Set(code.fetched)
    await deploys.installation.deploy(deploys.builtNext)
    const inPlace = new Set(await readdir(join(deploys.builtNext, 'assets')))
    await fillCheckoutHere(page)
    expect(await readVersion(page)).toBe('now')
    const later = code.fetched.filter((name) => !before.has(name))
    expect(later.filter((name) => /^CheckoutPage-.*\.js$/.test(name))).toHaveLength(1)
    // the server of the next build has no file of that name in its folder
    expect(later.filter((name) => name.endsWith('.js') && !inPlace.has(name))).not.toEqual([])
    await payButton(page).click()
    await answerAtBank(page, 'Оплатить')
    await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
    // the bank has redirected the buyer to a new page, which is of the next build
    expect(await readVersion(page)).toBe('next')
    expect(code.failed).toEqual([])
  })

  test('a page whose code is gone offers the new version instead of a blank page', async ({
    page,
    deploys,
  }) => {
    await page.goto(deploys.installation.url)
    await expect(page.getByRole('heading', { name: 'Пробег' })).toBeVisible()
    await page.route(/\/assets\/CartPage-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }), {
      times: 1,
    })
    await page.getByRole('link', { name: 'Корзина' }).click()
    await expect(page.getByRole('alert')).toContainText('возможно, вышла новая версия')
    await page.getByRole('button', { name: 'Обновить' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  })

  test('an app whose texts are gone says so in every language', async ({ page, deploys }) => {
    const texts = /\/assets\/ru-.*\.js$/
    await page.route(texts, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(deploys.installation.url)
    await expect(page.getByRole('heading', { level: 1, name: 'Приложение не загрузилось' })).toBeVisible()
    await page.unroute(texts)
    await page.getByRole('button', { name: /Обновить/ }).click()
    await expect(page.getByRole('heading', { name: 'Пробег' })).toBeVisible()
  })
})
