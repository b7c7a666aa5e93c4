import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { addPhotoToCart, readBuildName, test } from './deploy-setup.ts'
import { chooseAtBank, findPayButton } from './purchase-steps.ts'

// servers are started and stopped
test.describe.configure({ timeout: 180_000 })

/** Records failures of the pages' code, and which files were fetched. */
function recordCodeRequests(page: Page) {
  const recorded = { failed: [] as string[], fetched: [] as string[] }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/assets/')) return
    recorded.fetched.push(pathname.slice('/assets/'.length))
    if (response.status() !== 200) recorded.failed.push(`${response.status()} ${pathname}`)
  })
  page.on('pageerror', (error) => recorded.failed.push(error.message))
  page.on('requestfailed', (request) => {
    if (request.url().includes('/assets/')) recorded.failed.push(request.url())
  })
  return recorded
}

async function fillCheckoutForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Оформить/ }).click()
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill('andrei@example.com')
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await expect(findPayButton(page)).toBeEnabled()
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page with an open cart continues to the payment with the code of its build', async ({
    page,
    deploys,
  }) => {
    const code = recordCodeRequests(page)
    await addPhotoToCart(page, deploys)
    const filesBefore = new Set(code.fetched)
    await deploys.installation.deploy(deploys.nextBuild)
    const currentFiles = new Set(await readdir(join(deploys.nextBuild, 'assets')))
    await fillCheckoutForm(page)
    expect(await readBuildName(page)).toBe('now')
    const laterFiles = code.fetched.filter((name) => !filesBefore.has(name))
    expect(laterFiles.filter((name) => /^CheckoutPage-.*\.js$/.test(name))).toHaveLength(1)
    // the server of the next build has no file of that name in its folder
    expect(laterFiles.filter((name) => name.endsWith('.js') && !currentFiles.has(name))).not.toEqual([])
    await findPayButton(page).click()
    await chooseAtBank(page, 'Оплатить')
    await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
    // the bank has redirected the buyer to a new page, which is of the next build
    expect(await readBuildName(page)).toBe('next')
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
