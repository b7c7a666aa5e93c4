import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { demoFile, expect, findByNumber, test, world } from './world.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const offer = (page: Page) => page.getByText('Photofinish на экране «Домой»')

/** Chromium's offer to install, which it makes only to people; counts how often its prompt is opened. */
async function offerPrompt(page: Page): Promise<void> {
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

const promptsOpened = (page: Page) =>
  page.evaluate(() => (window as unknown as { opened: { count: number } }).opened.count)

const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })

/** Away from the top of the page, where its task is. */
const lookAround = (page: Page) => page.mouse.wheel(0, 600)

/** Makes the visit before this one long past. */
const comeBackLater = (page: Page) =>
  page.evaluate(() => {
    const notes = JSON.parse(localStorage.getItem('install') ?? '{}') as object
    localStorage.setItem('install', JSON.stringify({ ...notes, visitOn: 0 }))
  })

const visitIsCounted = (page: Page) => () => page.evaluate(() => localStorage.getItem('install') !== null)

/** Shares a file with the app the way a phone does. */
async function share(
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

test('a browser takes the app for one that can be installed', async ({ launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), 'photofinish-profile-'))
  // installing is refused to windows that keep nothing, which test windows are
  const context = await chromium.launchPersistentContext(profile, launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(world.url)
    await workerReady(page)
    const devtools = await context.newCDPSession(page)
    const manifest = await devtools.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { start_url: start } = JSON.parse(manifest.data ?? '') as { start_url: string }
    await context.setOffline(true)
    const launched = await context.newPage()
    await launched.goto(new URL(start, world.url).href)
    await expect(launched.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('a first visit is not asked; whoever has found her photos is, on a page where nothing is under way', async ({
  page,
}) => {
  await page.goto('/')
  await expect.poll(visitIsCounted(page)).toBe(true)
  await offerPrompt(page)
  await page.getByRole('link', { name: 'Все события' }).click()
  await page.getByRole('link', { name: /на главную/ }).click()
  await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  await lookAround(page)
  await expect(offer(page)).toHaveCount(0)

  await findByNumber(page)
  await offerPrompt(page)
  await page.getByRole('link', { name: 'Корзина' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('link', { name: /на главную/ }).click()
  await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await lookAround(page)
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Установить' }).click()
  expect(await promptsOpened(page)).toBe(1)
  await expect(offer(page)).toHaveCount(0)
})

test('a second visit is asked once; the menu keeps the way for later', async ({ page }) => {
  await page.goto('/')
  await expect.poll(visitIsCounted(page)).toBe(true)
  await comeBackLater(page)
  await page.reload()
  await offerPrompt(page)
  await expect(page.getByRole('heading', { name: 'Полумарафон «Три моста»' })).toBeVisible()
  await lookAround(page)
  await page.getByRole('button', { name: 'Не сейчас' }).click()
  await comeBackLater(page)
  await page.reload()
  await offerPrompt(page)
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('button', { name: 'Установить приложение' }).click()
  expect(await promptsOpened(page)).toBe(1)
  await lookAround(page)
  await expect(offer(page)).toHaveCount(0)
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: iPhone })

  test('a sheet says how, and that the app has a memory of its own', async ({ page }) => {
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

test('a picture shared from the gallery is the face that is searched with', async ({ page }) => {
  await page.goto('/')
  await workerReady(page)
  await share(page, demoFile('selfies/good-a01-andrei.jpg'))
  await expect(page).toHaveURL('/share')
  await expect(page.getByRole('img', { name: 'Фото, которым вы поделились' })).toBeVisible()
  await page.getByRole('link', { name: /Три моста/ }).click()
  await page.getByRole('button', { name: 'Согласен, открыть камеру' }).click()
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible({ timeout: 45_000 })
  // it was for that one search, and leaves nothing behind
  expect(await page.evaluate(() => caches.has('shared-picture'))).toBe(false)
})

test('what is no picture is not taken, and the reason is said', async ({ page }) => {
  await page.goto('/')
  await workerReady(page)
  await share(page, { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(page.getByRole('alert')).toContainText('Фото не дошло до приложения')
  expect(await page.evaluate(() => caches.has('shared-picture'))).toBe(false)
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a shared picture leads home with a word', async ({ page }) => {
    await page.goto('/')
    await share(page, demoFile('selfies/good-a01-andrei.jpg'))
    await expect(page.getByText('Фото не дошло до приложения. Поделитесь им ещё раз.')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})
