import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { demoFile, expect, findByNumber, test, testServer } from './test-server.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const findInstallOffer = (page: Page) => page.getByText('Photofinish на экране «Домой»')

/** Simulates Chromium's install prompt, which needs real users; counts how often it is opened. */
async function simulateInstallPrompt(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const opened = { count: 0 }
    const prompt = () => {
      opened.count++
      return Promise.resolve({ outcome: 'accepted' })
    }
    Object.assign(window, { opened })
    dispatchEvent(Object.assign(event, { prompt }))
  })
}

const countOpenedPrompts = (page: Page) =>
  page.evaluate(() => (window as unknown as { opened: { count: number } }).opened.count)

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })

/** Scrolls away from the top of the page, where its main task is. */
const scrollDown = (page: Page) => page.mouse.wheel(0, 600)

/** Moves the time of the previous visit far into the past. */
const backdateVisit = (page: Page) =>
  page.evaluate(() => {
    const notes = JSON.parse(localStorage.getItem('install') ?? '{}') as object
    localStorage.setItem('install', JSON.stringify({ ...notes, visitOn: 0 }))
  })

const isVisitCounted = (page: Page) => () => page.evaluate(() => localStorage.getItem('install') !== null)

/** Shares a file with the app as a phone does. */
async function shareFile(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = 'multipart/form-data'
    form.action = '/share'
    form.innerHTML = '<input type="file" name="photo" aria-label="shared">'
    document.body.append(form)
  })
  await page.getByLabel('shared').setInputFiles(file)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/share"]')?.submit())
}

test('a browser considers the app installable', async ({ launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), 'photofinish-profile-'))
  // installation is not available in incognito windows, which test windows are
  const context = await chromium.launchPersistentContext(profile, launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(testServer.url)
    await waitForWorker(page)
    const devtools = await context.newCDPSession(page)
    const manifest = await devtools.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { start_url: start } = JSON.parse(manifest.data ?? '') as { start_url: string }
    await context.setOffline(true)
    const launchedPage = await context.newPage()
    await launchedPage.goto(new URL(start, testServer.url).href)
    await expect(launchedPage.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('asks no first-time visitor; asks after photos were found, on a page without an activity', async ({
  page,
}) => {
  await page.goto('/')
  await expect.poll(isVisitCounted(page)).toBe(true)
  await simulateInstallPrompt(page)
  await page.getByRole('link', { name: 'Все события' }).click()
  await page.getByRole('link', { name: /на главную/ }).click()
  await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  await scrollDown(page)
  await expect(findInstallOffer(page)).toHaveCount(0)

  await findByNumber(page)
  await simulateInstallPrompt(page)
  await page.getByRole('link', { name: 'Корзина' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  await expect(findInstallOffer(page)).toHaveCount(0)
  await page.getByRole('link', { name: /на главную/ }).click()
  await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  await expect(findInstallOffer(page)).toHaveCount(0)
  await scrollDown(page)
  await expect(findInstallOffer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Установить' }).click()
  expect(await countOpenedPrompts(page)).toBe(1)
  await expect(findInstallOffer(page)).toHaveCount(0)
})

test('asks once on a second visit; the menu keeps the entry for later', async ({ page }) => {
  await page.goto('/')
  await expect.poll(isVisitCounted(page)).toBe(true)
  await backdateVisit(page)
  await page.reload()
  await simulateInstallPrompt(page)
  await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  await scrollDown(page)
  await page.getByRole('button', { name: 'Не сейчас' }).click()
  await backdateVisit(page)
  await page.reload()
  await simulateInstallPrompt(page)
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('button', { name: 'Установить приложение' }).click()
  expect(await countOpenedPrompts(page)).toBe(1)
  await scrollDown(page)
  await expect(findInstallOffer(page)).toHaveCount(0)
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: iPhone })

  test('a sheet gives instructions, and says that the app has separate storage', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Меню' }).click()
    await page.getByRole('button', { name: 'Установить приложение' }).click()
    const sheet = page.getByRole('dialog', { name: 'На экран «Домой»' })
    await expect(sheet.getByRole('listitem')).toHaveCount(3)
    await expect(sheet.getByText('Нажмите «Поделиться»')).toBeVisible()
    await expect(sheet.getByText('своя память')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
})

test('a picture shared from the gallery is used for the search by face', async ({ page }) => {
  await page.goto('/')
  await waitForWorker(page)
  await shareFile(page, demoFile('selfies/good-a01-andrei.jpg'))
  await expect(page).toHaveURL('/share')
  await expect(page.getByRole('img', { name: 'Фото, которым вы поделились' })).toBeVisible()
  await page.getByRole('link', { name: /Три моста/ }).click()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible({ timeout: 45_000 })
  // used once for that search, and deleted
  expect(await page.evaluate(() => caches.has('shared-picture'))).toBe(false)
})

test('refuses a file that is not a picture, with the reason', async ({ page }) => {
  await page.goto('/')
  await waitForWorker(page)
  await shareFile(page, { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(page.getByRole('alert')).toContainText('Фото не дошло до приложения')
  expect(await page.evaluate(() => caches.has('shared-picture'))).toBe(false)
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a shared picture leads home with a notice', async ({ page }) => {
    await page.goto('/')
    await shareFile(page, demoFile('selfies/good-a01-andrei.jpg'))
    await expect(page.getByText('Фото не дошло до приложения. Поделитесь им ещё раз.')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})
