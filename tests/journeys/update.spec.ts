import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../world/installation.ts'
import { answerAtBank, payButton } from './buying.ts'

const builtNow = join(projectRoot, 'dist/web')

// servers start and stop on the way
test.describe.configure({ timeout: 180_000 })

let folder: string
let builtNext: string
let installation: Installation
let eventId: string

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await mkdtemp(join(tmpdir(), 'photofinish-update-'))
  builtNext = join(folder, 'web')
  const tsx = join(projectRoot, 'node_modules/.bin/tsx')
  const build = promisify(execFile)(tsx, ['tests/world/next-build.ts', builtNext], { cwd: projectRoot })
  installation = await openInstallation(builtNow)
  eventId = await fill(installation)
  await build
})

test.beforeEach(() => installation.deploy(builtNow))

test.afterAll(async () => {
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

/** One event with two photos to buy. */
async function fill(at: Installation): Promise<string> {
  const words = ['--title', 'Пробег', '--city', 'Казань', '--date', '2026-09-12', '--distance', '10 km']
  const id = await at.command('event', 'create', ...words)
  const photos = join(folder, 'photos')
  await mkdir(photos)
  for (const name of ['A001.jpg', 'A009.jpg'])
    await copyFile(join(projectRoot, 'demo/photos-a', name), join(photos, name))
  await at.command('ingest', photos, '--event', id)
  return id
}

/** What goes wrong with the code of the pages, and which of it was fetched. */
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

const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? 'now')

async function putPhotoIntoCart(page: Page): Promise<void> {
  await page.goto(`${installation.url}/event/${eventId}`)
  const photo = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem').first()
  await photo.getByRole('button', { name: /^Выбрать/ }).click()
  await page.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
}

async function fillCheckoutHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Оформить/ }).click()
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill('andrei@example.com')
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await expect(payButton(page)).toBeEnabled()
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page in the middle of the cart goes on to pay with the code of its own build', async ({ page }) => {
    const code = watchCode(page)
    await putPhotoIntoCart(page)
    const before = new Set(code.fetched)
    await installation.deploy(builtNext)
    const inPlace = new Set(await readdir(join(builtNext, 'assets')))
    await fillCheckoutHere(page)
    expect(await versionOf(page)).toBe('now')
    const later = code.fetched.filter((name) => !before.has(name))
    expect(later.filter((name) => /^CheckoutPage-.*\.js$/.test(name))).toHaveLength(1)
    // the server of the next build has nothing of that name in its own folder
    expect(later.filter((name) => name.endsWith('.js') && !inPlace.has(name))).not.toEqual([])
    await payButton(page).click()
    await answerAtBank(page, 'Оплатить')
    await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
    // the bank has sent the buyer to a new page, which is of the next build
    expect(await versionOf(page)).toBe('next')
    expect(code.failed).toEqual([])
  })

  test('a page whose code is nowhere any more offers the new version instead of a blank page', async ({
    page,
  }) => {
    await page.goto(installation.url)
    await expect(page.getByRole('heading', { name: 'Пробег' })).toBeVisible()
    await page.route(/\/assets\/CartPage-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }), {
      times: 1,
    })
    await page.getByRole('link', { name: 'Корзина' }).click()
    await expect(page.getByRole('alert')).toContainText('возможно, вышла новая версия')
    await page.getByRole('button', { name: 'Обновить' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  })

  test('an app whose very texts are gone says so in every language', async ({ page }) => {
    await page.route(/\/assets\/ru-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }), {
      times: 1,
    })
    await page.goto(installation.url)
    await expect(page.getByRole('heading', { level: 1, name: 'Приложение не загрузилось' })).toBeVisible()
    await page.getByRole('button', { name: /Обновить/ }).click()
    await expect(page.getByRole('heading', { name: 'Пробег' })).toBeVisible()
  })
})
